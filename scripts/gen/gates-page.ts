/** docs/gates.md: every gate kind with its fields, reason codes and examples. */

import * as v from 'valibot';
import { jsonSchemaOf } from '../../src/engine/json-schemas.ts';
import { GATE_KINDS, type GateKind, type JsonObject } from '../../src/engine/mod.ts';
import { commonEntries } from '../../src/engine/ruleset/schema.ts';
import { GENERATED, table, typeWords, yaml } from './markdown.ts';

export function gatesPage(): string {
  const list = GATE_KINDS.map(({ kind, summary }) => `- [\`${kind}\`](#${kind}): ${summary}`).join('\n');
  return `${GENERATED}

# Gates

A policy holds gates. Each gate reads evidence and says release, split or hold, with reasons. Evidence that is
absent, null or of the wrong type is unknown, and unknown holds with \`missing-evidence\`. A gate that fails holds
with \`gate-fault\`. The strictest answer of all blocking gates of all policies in force wins.

${list}

## Fields of every gate

${fieldTable(v.strictObject(commonEntries), [])}

\`reasons\` renames a kind's codes to the policy's own words; \`message\` and \`fix\` take one text, or one for each code.
With \`final: true\`, a hold of this gate keeps the later gates of its policy from being asked.
A list may be taken from evidence: \`allow: { from: fence.allow }\`.

${GATE_KINDS.map(section).join('\n\n')}
`;
}

function section(kind: GateKind): string {
  const codes = Object.entries(kind.codes);
  const reasons =
    codes.length === 0
      ? "The reason codes are the rule's own: each branch names one."
      : table(
          ['Code', 'Meaning', 'What to do'],
          codes.map(([code, { says, fix }]) => [`\`${code}\``, says, `${fix}.`]),
        );
  return `## ${kind.kind}

${kind.summary}

${kind.details === undefined ? '' : `${kind.details}\n\n`}${fieldTable(v.strictObject(kind.entries), ['kind'])}

${reasons}

${kind.examples.map(example).join('\n\n')}`;
}

function fieldTable(schema: v.GenericSchema, skip: readonly string[]): string {
  const json = jsonSchemaOf(schema);
  const required = (json['required'] ?? []) as readonly string[];
  const rows = Object.entries((json['properties'] ?? {}) as JsonObject)
    .filter(([name]) => !skip.includes(name))
    .map(([name, type]) => [`\`${name}\``, typeWords(type), required.includes(name) ? 'yes' : '']);
  return rows.length === 0 ? 'It has no fields of its own.' : table(['Field', 'Takes', 'Needed'], rows);
}

function example({ title, gate, evidence, decision, reasons }: GateKind['examples'][number]): string {
  const answer = reasons.length === 0 ? decision : `${decision}: ${reasons.join(', ')}`;
  return `**${title[0]!.toUpperCase()}${title.slice(1)}** gives \`${answer.replaceAll('`', "'")}\`

\`\`\`yaml
gate:
${indent(yaml(gate))}
evidence:
${indent(yaml(evidence))}
\`\`\``;
}

const indent = (text: string) =>
  text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
