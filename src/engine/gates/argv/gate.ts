/** `argv`: a command must be frozen, that is a list of whole words that no shell needs to take apart. */
import type { Json } from '../../json.ts';
import { type Cause, defineGate, holdFor, missingFrom } from '../gate.ts';
import { fromSchema, isTextList, shownReferenceTo } from '../spec.ts';
import { examples } from './examples.ts';

export const argv = defineGate({
  kind: 'argv',
  summary: 'A command must be a list of single words, with no space, pipe or semicolon in any of them.',
  codes: {
    'not-frozen': {
      says: 'The list is empty, or a word of it is empty or would need a shell to be taken apart.',
      fix: 'Write the command as a list with one word an item, such as ["git", "status"]',
    },
  },
  details: `\`argv\` says where the command stands (\`{ from: argv.argv }\`). Any white space and any control character counts as a space. The
message tells which word is at fault by its number, not the word.`,
  entries: { argv: fromSchema },
  examples,
  compile(spec, context) {
    const ref = shownReferenceTo('a list of texts', isTextList, spec.argv, ['argv'], context);
    return (evidence) => {
      if (ref === undefined) return holdFor([]);
      const words = ref.get(evidence);
      if (!Array.isArray(words)) return holdFor([missingFrom(ref, evidence)]);
      const cause = firstFault(words as readonly Json[], ref.pointer);
      return holdFor(cause === undefined ? [] : [cause]);
    };
  },
});

const SPACE = /[\s\p{Cc}\p{Z}]/u;

function firstFault(words: readonly Json[], pointer: string): Cause | undefined {
  if (words.length === 0)
    return { code: 'not-frozen', message: 'The command has no words', evidence: pointer };
  const why = words.map(faultOf);
  const index = why.findIndex((one) => one !== undefined);
  if (index < 0) return undefined;
  return {
    code: 'not-frozen',
    message: `Word ${index + 1} of the command ${why[index]}`,
    evidence: `${pointer}/${index}`,
  };
}

function faultOf(word: Json): string | undefined {
  if (typeof word !== 'string') return 'is no text';
  if (word === '') return 'is empty';
  if (SPACE.test(word)) return 'has a space in it';
  if (word.includes('|')) return 'has a pipe in it';
  return word.includes(';') ? 'has a semicolon in it' : undefined;
}
