import { expect, it } from 'vitest';
import { resolveReferences } from '#backend/testing/resolve-references.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

it('replaces references with their components, including nested ones', () => {
  const components = { schemas: { List: { type: 'array', items: ref('Book') }, Book: { type: 'object' } } };
  expect(resolveReferences({ paths: { a: ref('List'), b: [ref('Book')] }, components }).paths).toEqual({
    a: { type: 'array', items: { type: 'object' } },
    b: [{ type: 'object' }],
  });
});

it('leaves a reference that leads nowhere, to another document, or back to itself', () => {
  const components = { schemas: { Shelf: { parent: ref('Shelf') } } };
  const others = { gone: ref('Gone'), other: { $ref: 'other.json#/a' }, part: { $ref: '#/$defs/part' } };
  expect(resolveReferences({ ...others, components })).toMatchObject(others);
  expect(resolveReferences({ shelf: ref('Shelf'), components }).shelf).toEqual({ parent: ref('Shelf') });
});
