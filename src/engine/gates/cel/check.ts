/** Checks a parsed CEL expression against the sections' schemas, and refuses what is not bounded or reads the machine. */
import type { ASTNode } from '@marcbachmann/cel-js';
import type * as v from 'valibot';
import { unknownField } from '../../evidence/issues.ts';
import { SECTIONS, sectionNamed } from '../../evidence/sections.ts';
import { child, knownFields, type ShapeType, shapeAt } from '../../evidence/shape.ts';
import { nearest } from '../../near.ts';

/** What a part of an expression is: its type, and its schema where it is read from evidence. */
type Shape = { readonly type: ShapeType; readonly schema?: v.GenericSchema };
type Scope = ReadonlyMap<string, Shape>;
export type Fault = {
  readonly code: string;
  readonly message: string;
  readonly help: string | undefined;
  readonly start: number;
};
export type Findings = {
  readonly faults: readonly Fault[];
  readonly sections: ReadonlySet<string>;
  readonly type: ShapeType;
  /** How deep passes over lists stand in one another. */
  readonly depth: number;
};

const LOOPS: ReadonlySet<string> = new Set(['all', 'exists', 'exists_one', 'filter']);
const MAX_DEPTH = 2;
const MAX_LOOPS = 16;
/** Everything an expression may call: nothing that reads a clock or a time zone, builds texts, or runs a regex. */
const CALLS: Readonly<Record<string, ShapeType>> = {
  size: 'number',
  int: 'number',
  double: 'number',
  startsWith: 'flag',
  endsWith: 'flag',
  contains: 'flag',
};
const NAMES = [...Object.keys(CALLS), ...LOOPS];
const COMPARING: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=', '&&', '||', 'in']);
const COMPUTING: ReadonlySet<string> = new Set(['+', '-', '*', '/', '%']);
const ANY: Shape = { type: 'any' };
const SCALAR: ReadonlySet<ShapeType> = new Set<ShapeType>(['text', 'number', 'flag']);

/** Walks the whole expression; every fault is told, with the character it starts at. */
export function checkExpression(ast: ASTNode): Findings {
  const faults: Fault[] = [];
  const sections = new Set<string>();
  let deepest = 0;
  let loops = 0;
  const fault = (node: { readonly start: number }, code: string, message: string, help?: string): Shape => {
    faults.push({ code, message, help, start: node.start });
    return ANY;
  };
  const enter = (node: ASTNode, depth: number) => {
    deepest = Math.max(deepest, depth);
    loops += 1;
    if (depth > MAX_DEPTH)
      fault(
        node,
        'cel-cost',
        `Passes over lists stand more than ${MAX_DEPTH} deep`,
        'Split the rule into gates',
      );
    if (loops === MAX_LOOPS + 1)
      fault(node, 'cel-cost', `More than ${MAX_LOOPS} passes over lists`, 'Split the rule into gates');
  };
  const known = (node: ASTNode, is: Shape, name: string): Shape => {
    if (is.type === 'any' && is.schema === undefined) return ANY;
    const next = is.type === 'list' || is.schema === undefined ? undefined : child(is.schema, name);
    if (next !== undefined) return shapeOf(next);
    const { message, help } = unknownField(name, [], is.schema === undefined ? [] : knownFields(is.schema));
    const place = node.op === '.' ? { start: node.end - name.length } : node;
    return fault(place, 'unknown-evidence', message, help);
  };

  const walk = (node: ASTNode, scope: Scope, depth: number): Shape => {
    switch (node.op) {
      case 'value':
        if (node.args === null)
          return fault(
            node,
            'cel-refused',
            '"null" is not offered here',
            'What is null is unknown, and unknown holds',
          );
        return { type: literalType(node.args) };
      case 'id': {
        const bound = scope.get(node.args);
        if (bound !== undefined) return bound;
        const section = sectionNamed(node.args);
        if (section !== undefined) {
          sections.add(node.args);
          return shapeOf(section.schema);
        }
        const names = [...scope.keys(), ...SECTIONS.map(({ name }) => name)];
        const { message, help } = unknownField(node.args, [], names, 'section');
        return fault(node, 'unknown-evidence', message, help);
      }
      case '.':
        return known(node, walk(node.args[0], scope, depth), node.args[1]);
      case '[]': {
        const [of, at] = node.args;
        const is = walk(of, scope, depth);
        const key = walk(at, scope, depth);
        if (is.type === 'list') return itemOf(is);
        if (at.op === 'value' && typeof at.args === 'string') return known(node, is, at.args);
        return is.type === 'any' || key.type === 'any' || is.type === 'record'
          ? ANY
          : fault(at, 'unknown-evidence', 'A field is named by a fixed text', 'Write it as ["NAME"]');
      }
      case 'list':
        for (const item of node.args) walk(item, scope, depth);
        return { type: 'list' };
      case '?:': {
        const [condition, yes, no] = node.args.map((part) => walk(part, scope, depth));
        if (condition!.type !== 'flag' && condition!.type !== 'any') notFlag(node);
        return yes!.type === no!.type ? yes! : ANY;
      }
      case '!_':
        walk(node.args, scope, depth);
        return { type: 'flag' };
      case '-_':
        walk(node.args, scope, depth);
        return { type: 'number' };
      case 'call':
        return call(node, node.args[0], undefined, node.args[1], scope, depth);
      case 'rcall':
        return call(node, node.args[0], node.args[1], node.args[2], scope, depth);
      default:
        return binary(node, scope, depth);
    }
  };
  const notFlag = (node: ASTNode) =>
    fault(node, 'cel-type', 'A condition must be true or false', 'Compare the value with something');

  const binary = (node: ASTNode, scope: Scope, depth: number): Shape => {
    const { op } = node;
    if (!COMPARING.has(op) && !COMPUTING.has(op))
      return fault(node, 'cel-refused', `"${op}" is not offered here`, 'Use lists, comparisons and && ||');
    const [left, right] = (node.args as [ASTNode, ASTNode]).map((part) => walk(part, scope, depth));
    if (COMPUTING.has(op)) {
      // Texts and lists that grow have no bound; numbers do.
      if (left!.type !== 'number' || right!.type !== 'number')
        fault(
          node,
          'cel-refused',
          `"${op}" is for numbers alone`,
          'Make it a number: int(...) or double(...)',
        );
      return { type: 'number' };
    }
    if (op === 'in' && right!.type !== 'list' && right!.type !== 'any')
      fault(
        node,
        'cel-refused',
        '"in" looks through a list alone',
        'A key that is absent is unknown, and unknown holds',
      );
    // Both go through whole lists of evidence.
    const passes =
      (op === 'in' && right!.schema !== undefined) ||
      ((op === '==' || op === '!=') && !SCALAR.has(left!.type) && !SCALAR.has(right!.type));
    if (passes && depth > 0) enter(node, depth + 1);
    return { type: 'flag' };
  };

  const call = (
    node: ASTNode,
    name: string,
    receiver: ASTNode | undefined,
    args: readonly ASTNode[],
    scope: Scope,
    depth: number,
  ): Shape => {
    if (receiver !== undefined && LOOPS.has(name)) return loop(node, name, receiver, args, scope, depth);
    const type = Object.hasOwn(CALLS, name) ? CALLS[name] : undefined;
    if (type === undefined) {
      const near = nearest(name, NAMES);
      const help = near === undefined ? `There are: ${NAMES.join(', ')}` : `Did you mean "${near}"?`;
      return fault(node, 'cel-refused', `"${name}" is not offered here`, WHY[name] ?? help);
    }
    const given = [...(receiver === undefined ? [] : [receiver]), ...args].map((part) =>
      walk(part, scope, depth),
    );
    if (name === 'size' && given.some((is) => is.type === 'object' || is.type === 'record'))
      fault(node, 'cel-refused', '"size" counts lists and texts alone', 'Name the fields that must be there');
    // A list knows its length; the characters of a text are counted.
    if (name === 'size' && depth > 0 && given.some((is) => is.type !== 'list')) enter(node, depth + 1);
    return { type };
  };

  const loop = (
    node: ASTNode,
    name: string,
    receiver: ASTNode,
    args: readonly ASTNode[],
    scope: Scope,
    depth: number,
  ): Shape => {
    const list = walk(receiver, scope, depth);
    if (list.type !== 'list')
      fault(
        node,
        'cel-type',
        `"${name}" goes over a list, and this is not known to be one`,
        'Name a list of evidence',
      );
    enter(node, depth + 1);
    const [variable, body] = args;
    if (variable?.op === 'id' && body !== undefined) {
      const is = walk(body, new Map([...scope, [variable.args, itemOf(list)]]), depth + 1);
      if (is.type !== 'flag' && is.type !== 'any') notFlag(body);
    }
    return name === 'filter' ? list : { type: 'flag' };
  };

  const { type } = walk(ast, new Map(), 0);
  if (type !== 'flag' && type !== 'any') notFlag(ast);
  if (sections.size === 0 && faults.length === 0)
    fault(
      ast,
      'no-evidence',
      'The expression names no evidence',
      'A fixed answer is no gate: name a section',
    );
  return { faults, sections, type, depth: deepest };
}

const WHY: Readonly<Record<string, string>> = {
  has: 'Name the field: what is absent is unknown, and unknown holds',
  matches: 'A pattern may take for ever: use startsWith, endsWith, contains or "in"',
  map: 'Use the fields of each item in all, exists, exists_one or filter',
};

const shapeOf = (schema: v.GenericSchema): Shape => {
  const at = shapeAt(schema, []);
  return { type: at.ok ? at.type : 'any', schema };
};

const itemOf = (list: Shape): Shape => {
  const item = list.schema === undefined ? undefined : child(list.schema, '*');
  return item === undefined ? ANY : shapeOf(item);
};

function literalType(value: unknown): ShapeType {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'flag';
  return typeof value === 'bigint' || typeof value === 'number' ? 'number' : 'any';
}
