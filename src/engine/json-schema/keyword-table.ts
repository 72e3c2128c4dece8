/** The keywords of JSON Schema 2020-12 that a rule file may use, and what each takes. */

/** What stands under a keyword. */
export type Takes =
  | 'any'
  | 'schema'
  | 'schemas'
  | 'schemas by name'
  | 'schemas by pattern'
  | 'a whole number'
  | 'a number'
  | 'a number over 0'
  | 'a text'
  | 'texts'
  | 'texts by name'
  | 'true or false'
  | 'a pattern'
  | 'types'
  | 'values'
  | 'a format'
  | 'a reference'
  | 'the dialect';

export const KEYWORDS: Readonly<Record<string, Takes>> = {
  $schema: 'the dialect',
  $ref: 'a reference',
  $defs: 'schemas by name',
  $comment: 'a text',
  title: 'a text',
  description: 'a text',
  default: 'any',
  examples: 'values',
  deprecated: 'true or false',
  readOnly: 'true or false',
  writeOnly: 'true or false',
  type: 'types',
  enum: 'values',
  const: 'any',
  multipleOf: 'a number over 0',
  minimum: 'a number',
  maximum: 'a number',
  exclusiveMinimum: 'a number',
  exclusiveMaximum: 'a number',
  minLength: 'a whole number',
  maxLength: 'a whole number',
  pattern: 'a pattern',
  format: 'a format',
  items: 'schema',
  prefixItems: 'schemas',
  contains: 'schema',
  minItems: 'a whole number',
  maxItems: 'a whole number',
  minContains: 'a whole number',
  maxContains: 'a whole number',
  uniqueItems: 'true or false',
  properties: 'schemas by name',
  patternProperties: 'schemas by pattern',
  additionalProperties: 'schema',
  propertyNames: 'schema',
  required: 'texts',
  minProperties: 'a whole number',
  maxProperties: 'a whole number',
  dependentRequired: 'texts by name',
  dependentSchemas: 'schemas by name',
  allOf: 'schemas',
  anyOf: 'schemas',
  oneOf: 'schemas',
  not: 'schema',
  // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema
  then: 'schema',
  if: 'schema',
  else: 'schema',
};

/** Keywords that are real but are not taken, and what to do instead. */
export const REFUSED: Readonly<Record<string, string>> = {
  $id: 'Leave it out: a schema in a rule file refers to itself as "#"',
  $anchor: 'Put the schema under $defs, and refer to it as "#/$defs/NAME"',
  $dynamicRef: 'Use $ref',
  $dynamicAnchor: 'Use $defs and $ref',
  $vocabulary: 'Leave it out',
  definitions: 'Use $defs',
  dependencies: 'Use dependentRequired or dependentSchemas',
  additionalItems: 'Use prefixItems and items',
  unevaluatedProperties: 'Use additionalProperties',
  unevaluatedItems: 'Use prefixItems and items',
  contentEncoding: 'Leave it out: content is not looked into',
  contentMediaType: 'Leave it out: content is not looked into',
  contentSchema: 'Leave it out: content is not looked into',
};

export const TYPES = ['null', 'boolean', 'number', 'integer', 'string', 'object', 'array'] as const;
export const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** Applied to the same value, not to a part of it: a circle of these alone would never end. */
export const IN_PLACE = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas'] as const;
