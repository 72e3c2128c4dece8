/**
 * Keywords for json-schema-library that replace its own where those would trust a hostile value: native expressions, names
 * that every object inherits, comparing every item with every other, and compiling a referred schema at each visit.
 */
import type { Keyword, SchemaNode, ValidationAnnotation } from 'json-schema-library';
import { canonicalJson } from '../evidence/canonical.ts';
import { pointerSegment } from '../evidence/reference.ts';
import { isObject, type Json, type JsonObject } from '../json.ts';
import { FORMATS } from './formats.ts';
import { type Found, linearPattern } from './linear-pattern.ts';
import { resolvePointer } from './pointer.ts';

type Visit = Parameters<NonNullable<Keyword['validate']>>[0];
type Faults = ValidationAnnotation[];

/** Everything wrong with a value, by the schema of a node. */
function visit(node: SchemaNode, data: Json, pointer: string, path: Visit['path']): Faults {
  const schema: unknown = node.schema;
  if (schema === true) return [];
  if (schema === false)
    return [node.createError('invalid-data-error', { pointer, schema: {}, value: undefined })];
  return node.validators.flatMap((validate) => {
    const found = validate({ node: node as Visit['node'], data, pointer, path });
    return (Array.isArray(found) ? found : [found]).flatMap((fault) => fault ?? []);
  });
}

const fault = (code: string, { node, pointer }: Visit, more: JsonObject = {}): ValidationAnnotation =>
  node.createError(code, { pointer, schema: {}, value: undefined, ...more });

const under = (pointer: string, key: string) => `${pointer}/${pointerSegment(key)}`;

/** What a node of the library is given beside its own fields: closed over nothing, so that one schema cannot leak into another. */
type Compiled = {
  readonly named: ReadonlyMap<string, SchemaNode>;
  readonly byPattern: readonly { readonly found: Found; readonly node: SchemaNode }[];
  readonly others: SchemaNode | undefined;
};

/** New keywords for one schema: what they remember belongs to it alone. */
export function ownKeywords(root: Json): Keyword[] {
  const objects = new Map<SchemaNode, Compiled>();
  const expressions = new Map<string, Found>();
  const referred = new Map<string, SchemaNode>();

  const found = (source: string): Found => {
    const known = expressions.get(source);
    if (known !== undefined) return known;
    const compiled = linearPattern(source);
    if ('fault' in compiled) throw new TypeError(compiled.fault);
    expressions.set(source, compiled.found);
    return compiled.found;
  };

  const compileObject = (node: SchemaNode): void => {
    if (objects.has(node)) return;
    const { properties = {}, patternProperties = {}, additionalProperties } = node.schema;
    const child = (schema: never, ...place: string[]) =>
      node.compileSchema(schema, [node.evaluationPath, ...place.map(pointerSegment)].join('/'));
    objects.set(node, {
      named: new Map(
        Object.entries(properties).map(([name, schema]) => [
          name,
          child(schema as never, 'properties', name),
        ]),
      ),
      byPattern: Object.entries(patternProperties).map(([source, schema]) => ({
        found: found(source),
        node: child(schema as never, 'patternProperties', source),
      })),
      others:
        additionalProperties === undefined
          ? undefined
          : child(additionalProperties as never, 'additionalProperties'),
    });
  };

  const validateObject = (at: Visit): Faults => {
    const { data, node, path, pointer } = at;
    const compiled = objects.get(node);
    if (compiled === undefined || !isObject(data)) return [];
    return Object.entries(data).flatMap(([key, value]) => {
      const named = compiled.named.get(key);
      const matching = compiled.byPattern.filter((entry) => entry.found(key)).map((entry) => entry.node);
      const nodes = named === undefined ? matching : [named, ...matching];
      if (nodes.length === 0 && compiled.others !== undefined) {
        if ((compiled.others.schema as unknown) === false)
          return [fault('no-additional-properties-error', { ...at, pointer: under(pointer, key) })];
        nodes.push(compiled.others);
      }
      return nodes.flatMap((inner) => visit(inner, value, under(pointer, key), path));
    });
  };

  // The three look at one another, so the first that stands in a schema does the work for all.
  const OBJECT = ['properties', 'patternProperties', 'additionalProperties'] as const;
  const objectKeyword = (keyword: (typeof OBJECT)[number], index: number): Keyword => ({
    id: keyword,
    keyword,
    parse: compileObject,
    addValidate: ({ schema }) => OBJECT.findIndex((one) => schema[one] !== undefined) === index,
    validate: validateObject,
  });

  return [
    ...OBJECT.map(objectKeyword),
    {
      id: '$ref',
      keyword: '$ref',
      addValidate: ({ schema }) => typeof schema['$ref'] === 'string',
      validate({ node, data, pointer, path }) {
        const reference = node.schema['$ref'] as string;
        let target = referred.get(reference);
        if (target === undefined) {
          target = node.compileSchema(resolvePointer(root, reference) as never, reference);
          referred.set(reference, target);
        }
        return visit(target, data as Json, pointer, path);
      },
    },
    {
      id: 'pattern',
      keyword: 'pattern',
      parse: ({ schema }) => void found(schema['pattern'] as string),
      addValidate: () => true,
      validate: (at) =>
        typeof at.data !== 'string' || found(at.node.schema['pattern'] as string)(at.data)
          ? undefined
          : fault('pattern-error', at),
    },
    {
      id: 'format',
      keyword: 'format',
      addValidate: () => true,
      validate(at) {
        const format = at.node.schema['format'] as string;
        if (typeof at.data !== 'string' || FORMATS[format]?.(at.data) === true) return undefined;
        return fault('format-error', at, { format });
      },
    },
    sameAs('enum', (schema) => schema['enum'] as readonly Json[]),
    sameAs('const', (schema) => [schema['const'] as Json]),
    {
      id: 'uniqueItems',
      keyword: 'uniqueItems',
      addValidate: ({ schema }) => schema['uniqueItems'] === true,
      validate(at) {
        if (!Array.isArray(at.data)) return undefined;
        const different = new Set((at.data as readonly Json[]).map(canonicalJson));
        return different.size === at.data.length ? undefined : fault('unique-items-error', at);
      },
    },
    {
      id: 'oneOf',
      keyword: 'oneOf',
      parse(node) {
        node.oneOf = (node.schema['oneOf'] as never[]).map((schema, index) =>
          node.compileSchema(schema, `${node.evaluationPath}/oneOf/${index}`),
        );
      },
      addValidate: () => true,
      validate(at) {
        const matching = at.node.oneOf.filter(
          (one) => visit(one, at.data as Json, at.pointer, at.path).length === 0,
        );
        if (matching.length === 1) return undefined;
        return fault(matching.length === 0 ? 'one-of-error' : 'multiple-one-of-error', at);
      },
    },
  ];
}

/** Values are the same when their RFC 8785 forms are, whatever the order of keys. */
function sameAs(keyword: 'enum' | 'const', wanted: (schema: JsonObject) => readonly Json[]): Keyword {
  const known = new WeakMap<object, ReadonlySet<string>>();
  return {
    id: keyword,
    keyword,
    addValidate: () => true,
    validate(at) {
      let forms = known.get(at.node.schema);
      if (forms === undefined) {
        forms = new Set(wanted(at.node.schema).map(canonicalJson));
        known.set(at.node.schema, forms);
      }
      return forms.has(canonicalJson(at.data as Json)) ? undefined : fault(`${keyword}-error`, at);
    },
  };
}
