/** The closed vocabulary: which class each word that a run may have failed with belongs to. */
import * as v from 'valibot';
import type { CompileContext } from '../gate.ts';

const word = v.pipe(
  v.string(),
  v.regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, 'Expected a kebab-case word such as "needs-runtime"'),
);

export const classesSchema = v.pipe(
  v.record(word, v.strictObject({ then: v.picklist(['release', 'hold']), label: v.optional(v.string()) })),
  v.check((classes) => Object.keys(classes).length > 0, 'Expected at least one class'),
);
export const vocabulariesSchema = v.pipe(
  v.record(word, v.record(word, v.array(v.string()))),
  v.check((named) => Object.keys(named).length > 0, 'Expected at least one vocabulary'),
);

export type Classes = v.InferOutput<typeof classesSchema>;
export type Vocabularies = v.InferOutput<typeof vocabulariesSchema>;

/** What a run is when it passed, and when no word says what it was. No class of a rule may be called so. */
export const PASSED = 'not-a-failure';
export const UNKNOWN = 'unknown';

/**
 * Word to class, all vocabularies together. Complains of a word that stands in two classes: which of them counts would
 * hang on the order of lines. Complains of classes that are not declared, and of declared ones that no word leads to.
 */
export function compileVocabulary(
  classes: Classes,
  vocabularies: Vocabularies,
  context: CompileContext,
): ReadonlyMap<string, string> {
  const classOf = new Map<string, string>();
  const used = new Set<string>();
  for (const [language, byClass] of Object.entries(vocabularies)) {
    for (const [name, words] of Object.entries(byClass)) {
      const path = ['vocabularies', language, name];
      used.add(name);
      if (!Object.hasOwn(classes, name)) complainOfClass(name, path, classes, context);
      for (const [index, each] of words.entries()) {
        if (each.trim() === '')
          context.complain([...path, index], 'blank-text', 'A blank word names no failure');
        const other = classOf.get(each);
        if (other !== undefined && other !== name)
          context.complain(
            [...path, index],
            'two-classes',
            `${JSON.stringify(each)} is ${other} already, and a word has one class`,
          );
        else classOf.set(each, name);
      }
    }
  }
  for (const name of Object.keys(classes)) {
    const path = ['classes', name];
    if (name === PASSED || name === UNKNOWN)
      context.complain(
        path,
        'reserved-word',
        `${JSON.stringify(name)} is what no vocabulary can name`,
        undefined,
        'key',
      );
    else if (!used.has(name))
      context.complain(
        path,
        'unused-class',
        `No vocabulary has words for ${JSON.stringify(name)}`,
        undefined,
        'key',
      );
  }
  return classOf;
}

function complainOfClass(
  name: string,
  path: readonly string[],
  classes: Classes,
  context: CompileContext,
): void {
  const known = Object.keys(classes).join(', ');
  context.complain(
    path,
    'unknown-class',
    `There is no class ${JSON.stringify(name)}`,
    `Declared under classes: ${known}`,
    'key',
  );
}
