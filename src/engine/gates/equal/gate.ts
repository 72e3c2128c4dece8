/** `equal`: two values of the evidence, or one and a fixed text, must be the same. */
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
  entries: { left: fromSchema, right: singleSchema },
  examples,
  compile(spec, context) {
    const left = compileSingle(spec.left, ['left'], context);
    const right = compileSingle(spec.right, ['right'], context);
    checkTypes(left, right, ['right'], context);
    return (evidence) => {
      const absent = absentSides([left, right], evidence);
      if (absent.length > 0) return holdFor(absent);
      if (left.read(evidence) === right.read(evidence)) return holdFor([]);
      return holdFor([
        { code: 'differs', message: 'The two values are not the same', evidence: left.pointer },
      ]);
    };
  },
});
