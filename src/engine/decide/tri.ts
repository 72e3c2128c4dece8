/** Three answers in Kleene's logic, as numbers: `all` is the least, `any` the greatest, `not` is 2 - x. */
export const FALSE = 0;
export const UNKNOWN = 1;
export const TRUE = 2;
export type Tri = 0 | 1 | 2;

export const tri = (yes: boolean): Tri => (yes ? TRUE : FALSE);
