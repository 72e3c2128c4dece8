/** The notes of `decision`: what a branch that releases has to tell all the same. */
import type { Note } from '../../verdict.ts';

type Noting = { readonly note?: string | undefined; readonly message?: string | undefined };

/** For the indexes of what was chosen (-1 is the last, `otherwise`): their notes, after those that are always told. */
export function noteMaker(
  answers: readonly Noting[],
  always: readonly Note[],
): (chosen: readonly number[]) => readonly Note[] {
  const notes = answers.map(({ note, message }): readonly Note[] =>
    note === undefined ? [] : [{ code: note, message: message ?? `The rule says so: ${note}` }],
  );
  return notes.every((one) => one.length === 0)
    ? () => always
    : (chosen) => [...always, ...chosen.flatMap((index) => notes.at(index) ?? [])];
}

/** Said whenever a rule was let through in which absence may soften the answer. */
export function absenceNote(section: string): Note {
  return {
    code: 'accepts-absence',
    subject: section,
    message: `This gate accepts that fields of ${section} are absent`,
  };
}
