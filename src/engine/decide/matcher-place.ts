/** What a matcher is, where it stands in a rule, and how it complains there. */
import type { PathSegment } from '../evidence/issues.ts';
import type { Section } from '../evidence/section.ts';
import type { ShapeType } from '../evidence/shape.ts';
import type { Json, JsonObject } from '../json.ts';
import { FALSE, type Tri } from './tri.ts';

export type FieldContext = {
  readonly section: Section;
  readonly vocabulary: ReadonlyMap<string, readonly string[]>;
  complain(
    path: readonly PathSegment[],
    code: string,
    message: string,
    help?: string,
    at?: 'key' | 'value',
  ): void;
};

/** A matcher over one field's value; undefined and null both mean absent. */
export type Matcher = {
  test(value: Json | undefined): Tri;
  /** The same over the record that holds the field: for the commonest matchers, which spares them a call. */
  onField?(holder: JsonObject): Tri;
  readonly rises: boolean;
  readonly falls: boolean;
  readonly says: string;
  /** The one value it asks for, when that is all it asks. */
  readonly wanted?: string | number | boolean;
};

/** A field, its type in the evidence, and where the matcher stands under it. */
export type Place = {
  readonly field: string;
  readonly path: readonly PathSegment[];
  readonly type: ShapeType;
  readonly context: FieldContext;
};

export const show = (value: Json) => JSON.stringify(value);

/** Of a matcher whose answer taking evidence away cannot turn. */
export const plain = { rises: false, falls: false };

/** Stands for a matcher that has been complained about. */
export const FAULTY: Matcher = { test: () => FALSE, ...plain, says: 'is never' };

export function fault(place: Place, message: string, help?: string): Matcher {
  place.context.complain(place.path, 'bad-matcher', message, help);
  return FAULTY;
}

export function wrongType(place: Place, wanted: ShapeType): boolean {
  return place.type !== 'any' && place.type !== wanted;
}
