/** The words of `decision` that its fields alone do not explain, for the reference page. */
export const details = `A branch is \`{ when, then, reason, label, message, fix, moves, note }\`. \`when\` names fields of the section, each with a value or
with matchers; all of them must match. \`any: [...]\`, \`all: [...]\` and \`not: {...}\` combine conditions.

| Matcher | Matches when the field |
| --- | --- |
| a plain value, \`equals\` | is just that value |
| \`in: [...]\` | is one of these values |
| \`blank: true\` | is absent, is no text, or has nothing to read in it |
| \`empty: true\` | is an empty text, list or mapping |
| \`absent: true\` | is absent or null |
| \`gt\`, \`gte\`, \`lt\`, \`lte\` | is a number over, at least, under, at most this |
| \`matches: "..."\` | has this RE2 expression somewhere in it; \`^\` and \`$\` anchor it |
| \`glob: "..."\` | is a safe path that this pattern allows (exact case, anchored at the root) |

A matcher is true, false or unknown: unknown when the field is absent, of the wrong type, or a word that the policy's
vocabulary does not have. An unknown branch is remembered; the strictest answer that the unknowns allow is given, with
\`missing-evidence\`. A rule in which taking evidence away could soften the answer is refused, unless the gate says
\`accepts_absence: true\`; then its verdicts carry a note. \`moves\` lists the fields that may go on a split;
\`note\` is a word that a branch which releases leaves in the verdict.`;
