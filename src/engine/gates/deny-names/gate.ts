/** `deny-names`: no name of a list may have one of the denied words in it, unless the rule accepts that very name. */
import * as v from 'valibot';
import { foldText } from '../../paths/alias.ts';
import { printPath } from '../../paths/path.ts';
import type { Note } from '../../verdict.ts';
import { type Cause, defineGate, holdFor, missingFrom } from '../gate.ts';
import { fromSchema, textsSource } from '../spec.ts';
import { examples } from './examples.ts';

const MATCH = ['part', 'word'] as const;
const some = v.pipe(v.array(v.string()), v.minLength(1, 'Expected at least one of them'));

export const denyNames = defineGate({
  kind: 'deny-names',
  summary: 'No name of a list may have a denied word in it: the variables that a job would inherit.',
  details: `\`deny\` holds words of letters, digits and underscores. Case never matters.

| \`match\` | \`KEY\` matches | and does not match |
| --- | --- | --- |
| \`part\` (default) | \`API_KEY\`, \`APIKEY\`, \`api_keys\`, but \`KEYBOARD_LAYOUT\` and \`MONKEY\` as well | \`LANG\` |
| \`word\` | \`API_KEY\`, \`apiKey\`, \`KEY2\` | \`KEYBOARD_LAYOUT\`, \`MONKEY\`, and neither \`APIKEY\` nor \`API_KEYS\` |

\`part\` holds too often rather than too rarely, and \`accept\` lists the names, spelt exactly, that are known to be harmless; each
that is met is told in a note, \`accepted\`. With \`word\`, a word of several (\`DATABASE_URL\`) matches them in a row.`,
  codes: {
    denied: {
      says: 'A name has a denied word in it.',
      fix: 'Take the name away where the job will run, or let the rule accept it if it is harmless',
    },
  },
  entries: {
    names: fromSchema,
    deny: some,
    match: v.optional(v.picklist(MATCH)),
    accept: v.optional(some),
  },
  examples,
  compile(spec, context) {
    const names = textsSource(spec.names, ['names'], context);
    for (const [index, word] of spec.deny.entries())
      if (!/^[A-Za-z0-9]+(_[A-Za-z0-9]+)*$/.test(word))
        context.complain(['deny', index], 'bad-word', 'Expected letters, digits and single underscores');
    const find = finder(spec.deny, spec.match ?? 'part');
    const accepted = new Set(spec.accept);
    return (evidence) => {
      const found = names?.read(evidence);
      if (names === undefined || found === undefined)
        return holdFor(names === undefined ? [] : [missingFrom(names, evidence)]);
      const causes: Cause[] = [];
      const notes: Note[] = [];
      for (const [index, name] of found.entries()) {
        const word = find(name);
        if (word === undefined) continue;
        const has = `${printPath(name)} has the denied word ${word} in it`;
        if (accepted.has(name))
          notes.push({ code: 'accepted', subject: name, message: `${has}, and the rule accepts it` });
        else
          causes.push({ code: 'denied', subject: name, message: has, evidence: `${names.pointer}/${index}` });
      }
      return holdFor(causes, notes);
    };
  },
});

/** The first denied word that a name has in it. */
function finder(
  deny: readonly string[],
  match: (typeof MATCH)[number],
): (name: string) => string | undefined {
  const byWord = (name: string) => `_${wordsOf(name).join('_')}_`;
  const keyOf = match === 'word' ? byWord : plain;
  const keys = deny.map((word) => [word, keyOf(word)] as const);
  return (name) => {
    const key = keyOf(name);
    return keys.find(([, wanted]) => key.includes(wanted))?.[0];
  };
}

/** Full-width and other compatible letters are read as the plain ones that they look like. */
const plain = (name: string) => foldText(name.normalize('NFKC'));

/** `apiKey2_X` is api, key, 2, x: a word ends at whatever is no letter or digit, before a capital, and at a number. */
function wordsOf(name: string): readonly string[] {
  const parts = name.normalize('NFKC').match(/\p{Lu}+(?![\p{Ll}])|\p{Lu}?\p{Ll}+|\p{N}+|\p{Lo}+/gu) ?? [];
  return parts.map(foldText);
}
