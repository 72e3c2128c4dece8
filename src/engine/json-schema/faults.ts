/** What a fault of json-schema-library says in our words: bounds and names of the schema, never a part of the value. */
import { isObject, type Json } from '../json.ts';
import { showKey } from '../unsafe-keys.ts';

type Data = { readonly [field: string]: unknown };

const bound = (value: unknown) => (typeof value === 'number' ? String(value) : 'what is allowed');
const name = (value: unknown) => (typeof value === 'string' ? showKey(value) : 'a field');

const SAYS: Readonly<Record<string, (data: Data) => string>> = {
  'type-error': ({ expected }) =>
    `must be of type ${(Array.isArray(expected) ? expected : [expected]).join(' or ')}`,
  'enum-error': () => 'is none of the allowed values',
  'const-error': () => 'is not the one allowed value',
  'required-property-error': ({ key }) => `lacks ${name(key)}`,
  'missing-dependency-error': ({ missingProperty }) =>
    `lacks ${name(missingProperty)}, which goes with another field`,
  'no-additional-properties-error': () => 'is not a known field',
  'invalid-property-name-error': () => 'has a field with a name that is not allowed',
  'invalid-data-error': () => 'is not allowed',
  'pattern-error': () => 'does not match the pattern',
  'format-error': ({ format }) => `does not have the format ${name(format)}`,
  'min-length-error': ({ minLength }) => `must have at least ${bound(minLength)} characters`,
  'min-length-one-error': () => 'must not be empty',
  'max-length-error': ({ maxLength }) => `must have at most ${bound(maxLength)} characters`,
  'minimum-error': ({ minimum }) => `must be at least ${bound(minimum)}`,
  'maximum-error': ({ maximum }) => `must be at most ${bound(maximum)}`,
  'exclusive-minimum-error': ({ minimum }) => `must be over ${bound(minimum)}`,
  'exclusive-maximum-error': ({ maximum }) => `must be under ${bound(maximum)}`,
  'multiple-of-error': ({ multipleOf }) => `must be a multiple of ${bound(multipleOf)}`,
  'min-items-error': ({ minItems }) => `must have at least ${bound(minItems)} items`,
  'min-items-one-error': () => 'must have at least one item',
  'max-items-error': ({ maximum }) => `must have at most ${bound(maximum)} items`,
  'unique-items-error': () => 'has the same item twice',
  'min-properties-error': ({ minProperties }) => `must have at least ${bound(minProperties)} fields`,
  'max-properties-error': ({ maxProperties }) => `must have at most ${bound(maxProperties)} fields`,
  'contains-error': () => 'lacks an item of the wanted kind',
  'contains-min-error': () => 'has too few items of the wanted kind',
  'contains-max-error': () => 'has too many items of the wanted kind',
  'any-of-error': () => 'matches none of the alternatives',
  'one-of-error': () => 'matches none of the alternatives',
  'multiple-one-of-error': () => 'matches more than one of the alternatives',
  'not-error': () => 'matches what is excluded',
};

/** The words for a fault; those of an unknown kind are said in general. */
export function sayFault(code: string, data: unknown): string {
  const says = Object.hasOwn(SAYS, code) ? SAYS[code] : undefined;
  return says === undefined
    ? 'is not valid'
    : says(isObject(data) ? (data as { readonly [key: string]: Json }) : {});
}
