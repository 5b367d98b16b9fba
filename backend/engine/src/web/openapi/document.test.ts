import { printShop } from '@bindery/contract/testing/print-shop.ts';
import { expect, it } from 'vitest';
import { resolveReferences } from '#backend/testing/resolve-references.ts';
import { contractDocument, describeTags, tagOf } from './document.ts';
import { resolveSubtree } from './page/resolve.js';
import { exampleOf, typeInWords } from './page/words.js';
import { namedSchemas } from './schemas.ts';
import { shareParts } from './share-parts.ts';

it('resolves an opened operation as the server would, without the rest of the document', async () => {
  const { paths } = contractDocument({ resources: printShop, extensions: [], roles: [] });
  const shared = shareParts({ paths, schemas: namedSchemas() });
  const { spec } = await resolveSubtree(shared, ['paths', '/api/orders', 'get']);
  const expected = resolveReferences(shared).paths['/api/orders']!.get;
  expect(JSON.parse(JSON.stringify(spec))).toEqual(JSON.parse(JSON.stringify(expected)));
});

it('shows nothing for a missing part, and does not follow a cycle forever', async () => {
  expect((await resolveSubtree({}, ['components', 'securitySchemes'])).spec).toBeUndefined();
  const shelf = { parent: { $ref: '#/components/schemas/Shelf' } };
  const { spec } = await resolveSubtree({ components: { schemas: { Shelf: shelf } } }, [
    'components',
    'schemas',
  ]);
  expect(JSON.parse(JSON.stringify(spec))).toEqual({ Shelf: { parent: { parent: shelf.parent } } });
});

it("the description of an entry is the description of its endpoints' tag", () => {
  expect(describeTags(Object.values(printShop))).toEqual([
    { name: tagOf('orders.list'), description: expect.stringMatching(/^What customers want/) },
  ]);
});

it('says what every parameter means, and gives a sort field of the resource as an example', () => {
  const { paths } = contractDocument({ resources: printShop, extensions: [], roles: [] });
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const parameters = operations.flatMap(({ parameters = [] }) => parameters);
  expect(parameters.filter(({ description }) => !description).map(({ name }) => name)).toEqual([]);
  const list = paths['/api/orders']!.get!.parameters!;
  expect(list.find(({ name }) => name === '_sort')).toMatchObject({
    description: expect.stringMatching(/^The fields to sort by.*`id`/),
    example: expect.stringMatching(/^[a-z]\w+$/i),
  });
  expect(list.find(({ name }) => name === '_end')!.schema).toMatchObject({ type: 'integer', minimum: 0 });
});

it.each([
  ['string · up to 255 characters', { type: 'string', maxLength: 255 }],
  [
    'string · 2 to 60 characters or null',
    { anyOf: [{ type: 'string', minLength: 2, maxLength: 60 }, { type: 'null' }] },
  ],
  ['whole number', { type: 'integer', minimum: 0, maximum: 999_999_999 }],
  ['whole number · 1 to 1,000', { type: 'integer', minimum: 1, maximum: 1000 }],
  ['list of UUIDs', { type: 'array', items: { type: 'string', format: 'uuid' } }],
  ['asc or desc', { enum: ['asc', 'desc'] }],
  ['string or null', { type: ['string', 'null'] }],
])('calls a type %s', (words, schema) => {
  expect(typeInWords(schema)).toBe(words);
});

it('makes an example of a record: the first alternative, and each text as what it is', () => {
  const properties = {
    dueOn: { type: 'string', format: 'date' },
    firstName: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    copies: { type: 'integer', minimum: 2 },
    tags: { type: 'array', items: { enum: ['new', 'old'] } },
    hidden: { const: true },
  };
  expect(exampleOf({ type: 'object', properties })).toEqual({
    dueOn: '2026-01-31',
    firstName: 'First name',
    copies: 2,
    tags: ['new'],
  });
});
