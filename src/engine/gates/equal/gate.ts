/** `equal`: two values of the evidence, or one and a fixed text, must be the same. */
import { reference } from '../../evidence/reference.ts';
import type { Evidence, Note } from '../../verdict.ts';
import { defineGate, holdFor } from '../gate.ts';
import { absentSides, checkTypes, compileSingle, singleSchema } from '../single.ts';
import { fromSchema } from '../spec.ts';
import { examples } from './examples.ts';

export const equal = defineGate({
  kind: 'equal',
  summary: 'Two values of the evidence, or one and a fixed text, must be the same.',
  codes: {
    differs: { says: 'The two values are not the same.', fix: 'See which of the two is the right one' },
  },
  details: `A digest over bytes tells line ends, the last line break and a byte-order mark apart. Where the evidence has a digest beside it
that does not (\`prompt.sha256_lf\`), the note \`only-line-ends\` says that nothing else differs. To let such texts pass as the same,
compare that digest instead.`,
  entries: { left: fromSchema, right: singleSchema },
  examples,
  compile(spec, context) {
    const left = compileSingle(spec.left, ['left'], context);
    const right = compileSingle(spec.right, ['right'], context);
    checkTypes(left, right, ['right'], context);
    const plain = plainDigestOf(spec.left.from);
    return (evidence) => {
      const absent = absentSides([left, right], evidence);
      if (absent.length > 0) return holdFor(absent);
      if (left.read(evidence) === right.read(evidence)) return holdFor([]);
      const isPlain = plain(evidence) === right.read(evidence);
      return holdFor(
        [{ code: 'differs', message: 'The two values are not the same', evidence: left.pointer }],
        isPlain ? [ONLY_LINE_ENDS] : [],
      );
    };
  },
});

const ONLY_LINE_ENDS: Note = {
  code: 'only-line-ends',
  message: 'Only line ends, the last line break or a byte-order mark differ',
};

/** Reads the digest of the same text in its plain form, where the section keeps one. */
function plainDigestOf(from: string): (evidence: Evidence) => unknown {
  const found = reference(`${from}_lf`);
  return found.ok ? found.value.get : () => undefined;
}
