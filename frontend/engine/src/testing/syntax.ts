import { parseSync } from 'vite';
import type { Source } from './sources.ts';

/** A node of a syntax tree, with the properties that our tests use. */
export interface SyntaxNode {
  type: string;
  [member: string]: unknown;
}

/** Returns every node of a TypeScript file, parents before children. */
export function nodesOf({ path, content }: Source): SyntaxNode[] {
  const nodes: SyntaxNode[] = [];
  collect(parseSync(path, content).program, nodes);
  return nodes;
}

function collect(value: unknown, into: SyntaxNode[]): void {
  if (Array.isArray(value)) for (const item of value) collect(item, into);
  if (!isNode(value)) return;
  into.push(value);
  for (const member of Object.values(value)) collect(member, into);
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string';
