import type { Mistake } from '@bindery/contract/schema/error.ts';
import { type ESTree, parseAst } from 'vite';

/** A place in a source, counted from one as editors do. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Where a mistake is in the source, and the part of its path that the source has as property names. */
interface Located {
  readonly place: Place;
  readonly path: string;
}

type Node = ESTree.Node;
type Values = ReadonlyMap<string, Node>;

/**
 * Finds the place of a mistake in the source of `resources.config.ts`: follows the keys through objects,
 * calls and constants of the file, then looks for the wrong value. Undefined if the entry is elsewhere.
 */
export function locateMistake(source: string, { resource, key, value }: Mistake): Located | undefined {
  const { body } = parseAst(source, { lang: 'ts' });
  const constants = constantsOf(body);
  const exported = body.find((statement) => statement.type === 'ExportDefaultDeclaration')?.declaration;
  const names = [resource, ...key.split('.').filter(Boolean)];
  const found: string[] = [];
  let property: ESTree.ObjectProperty | undefined;
  let node: Node | undefined = exported;
  for (const name of names) {
    const next: ESTree.ObjectProperty | undefined = node && propertyOf(node, { name, constants });
    if (next === undefined) break;
    property = next;
    node = next.value;
    found.push(name);
  }
  if (property === undefined) return undefined;
  const isName = value === found.at(-1);
  const offset = isName
    ? property.key.start
    : (offsetOf(property.value, { value, source }) ?? property.start);
  return { place: placeAt(source, offset), path: found.join('.') };
}

function constantsOf(body: readonly Node[]): Values {
  const values = new Map<string, Node>();
  for (const statement of body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type !== 'VariableDeclaration') continue;
    for (const { id, init } of declared.declarations)
      if (id.type === 'Identifier' && init) values.set(id.name, init);
  }
  return values;
}

interface Wanted {
  readonly name: string;
  readonly constants: Values;
}

/** Returns a property of an object, or of the options of a call. */
function propertyOf(node: Node, wanted: Wanted): ESTree.ObjectProperty | undefined {
  const { name, constants } = wanted;
  const among = (nodes: readonly Node[]) => {
    for (const each of nodes) {
      const property = propertyOf(each, wanted);
      if (property) return property;
    }
    return undefined;
  };
  switch (node.type) {
    case 'Identifier': {
      const value = constants.get(node.name);
      return value && propertyOf(value, { name, constants: without(constants, node.name) });
    }
    case 'TSSatisfiesExpression':
    case 'TSAsExpression':
      return propertyOf(node.expression, wanted);
    case 'CallExpression':
      return among(node.arguments);
    case 'SpreadElement':
      return propertyOf(node.argument, wanted);
    case 'ObjectExpression': {
      const own = node.properties.find((each) => each.type === 'Property' && nameOf(each) === name);
      if (own?.type === 'Property') return own;
      return among(node.properties.filter((each) => each.type === 'SpreadElement'));
    }
    default:
      return undefined;
  }
}

/** Ends the search in a constant that refers to itself. */
const without = (constants: Values, name: string): Values =>
  new Map([...constants].filter(([other]) => other !== name));

function nameOf({ key }: ESTree.ObjectProperty): string | undefined {
  if (key.type === 'Identifier') return key.name;
  return key.type === 'Literal' ? String(key.value) : undefined;
}

/** Returns where a value is below a node: as a literal or a name, or as a part of a text. */
function offsetOf(node: Node, { value, source }: { value: unknown; source: string }): number | undefined {
  const nodes = nodesBelow(node);
  const same = nodes.find(
    (each) =>
      (each.type === 'Literal' && each.value === value) ||
      (each.type === 'Identifier' && each.name === value),
  );
  if (same) return same.start;
  if (typeof value !== 'string' || value === '') return undefined;
  for (const { type, start, end } of nodes) {
    const at = type === 'Literal' ? source.slice(start, end).indexOf(value) : -1;
    if (at !== -1) return start + at;
  }
  return undefined;
}

function nodesBelow(node: Node): Node[] {
  const children = Object.values(node).flat().filter(isNode);
  return [node, ...children.flatMap(nodesBelow)];
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

/** Returns the place of an offset in a source. */
export function placeAt(source: string, offset: number): Place {
  const before = source.slice(0, offset).split('\n');
  return { line: before.length, column: before.at(-1)!.length + 1 };
}
