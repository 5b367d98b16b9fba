import { readFileSync } from 'node:fs';
import { textsOf, withoutPluralForm } from '@bindery/contract/api/texts/locale-files.ts';
import { expect, test } from 'vitest';
import { backendExtensions, frontendSources } from '#frontend/testing/sources.ts';
import { nodesOf, type SyntaxNode } from '#frontend/testing/syntax.ts';

const keys = new Set([...textsOf('en').keys()].map(withoutPluralForm));
const names = new Set([...keys].map((key) => key.split('.')[0]));
const namespaces = new RegExp(`^(${[...names].join('|')})\\.[\\w.]`);
const read = (path: string) => ({ path, content: readFileSync(path, 'utf8') });
const table = read('contract/engine/src/api/pages.ts');
/** The only page that the server composes with texts that no other page has. */
const failedStart = { nodes: nodesOf(read('backend/tools/src/dev/failed-start.ts')) };
const sources = [table, ...frontendSources(/\.tsx?$/)].map((source) => ({
  path: source.path,
  nodes: nodesOf(source),
}));

test('every key in the code has a text', () => {
  const missing = sources.flatMap(({ path, nodes }) =>
    nodes
      .flatMap(literalKey)
      .filter((key) => !keys.has(key))
      .map((key) => `${path}: ${key}`),
  );
  expect(missing).toEqual([]);
});

test('every text is used by the code', () => {
  // The keys of error texts come from the contract, which other tests compare with the texts.
  const own = [...keys].filter((key) => !key.startsWith('errors.'));
  const refusing = backendExtensions(/\.ts$/).map((source) => ({ nodes: nodesOf(source) }));
  const named = new Set(
    [...sources, failedStart, ...refusing].flatMap(({ nodes }) => nodes.flatMap(literalKey)),
  );
  const patterns = [...sources, failedStart].flatMap(({ nodes }) => nodes.flatMap(keyPattern));
  expect(own.filter((key) => !named.has(key) && !patterns.some((pattern) => pattern.test(key)))).toEqual([]);
});

test('the code itself contains no user-visible text', () => {
  const found = sources.flatMap(({ path, nodes }) =>
    nodes.flatMap(spokenText).map((text) => `${path}: ${text}`),
  );
  expect(found).toEqual([]);
});

function literalKey(node: SyntaxNode): string[] {
  const { type, value } = node;
  return type === 'Literal' && typeof value === 'string' && namespaces.test(value) ? [value] : [];
}

/** Returns a pattern for a template literal key, whose parts are known only at run time. */
function keyPattern(node: SyntaxNode): RegExp[] {
  if (node.type !== 'TemplateLiteral') return [];
  const parts = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
  if (!namespaces.test(`${parts[0]}x`)) return [];
  return [new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('[\\w.]+')}$`)];
}

const spokenAttributes = new Set([
  'aria-label',
  'alt',
  'label',
  'title',
  'placeholder',
  'description',
  'hint',
]);

function spokenText(node: SyntaxNode): string[] {
  if (node.type === 'JSXText' && hasWords(node.value)) return [String(node.value).trim()];
  if (node.type !== 'JSXAttribute') return [];
  const name = (node.name as { name: unknown }).name;
  const value = (node.value as { value?: unknown } | null)?.value;
  return spokenAttributes.has(String(name)) && hasWords(value) ? [`${name}=${value}`] : [];
}

const hasWords = (value: unknown) => typeof value === 'string' && /\p{L}/u.test(value);
