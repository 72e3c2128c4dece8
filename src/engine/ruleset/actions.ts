/** Actions as rule files write them: one, a list, or none for all. */
import type { Action } from '../verdict.ts';

/** One action or a list, as a list; undefined stands for every action. */
export function actionList(value: Action | readonly Action[] | undefined): readonly Action[] | undefined {
  if (value === undefined) return undefined;
  return typeof value === 'string' ? [value] : value;
}
