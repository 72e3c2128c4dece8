/** What counts as a number, and what a measure gives. */
import type { Json } from '../../json.ts';
import type { Cause } from '../gate.ts';

/** A number, what it leaves out (`causes`), or only why there is none. */
export type Measured = {
  readonly value?: number;
  readonly pointer: string;
  readonly causes: readonly Cause[];
};

export const isNumber = (value: Json | undefined): value is number => Number.isFinite(value);
export const isCount = (value: Json | undefined): value is number => isNumber(value) && value >= 0;
