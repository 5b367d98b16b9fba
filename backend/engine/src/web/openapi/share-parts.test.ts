import { printShop } from '@bindery/contract/testing/print-shop.ts';
import { expect, it } from 'vitest';
import { resolveReferences } from '#backend/testing/resolve-references.ts';
import { contractDocument } from './document.ts';
import { namedSchemas } from './schemas.ts';
import { shareParts } from './share-parts.ts';

const { paths } = contractDocument({ resources: printShop, extensions: [], roles: [] });
const schemas = namedSchemas();
const shared = shareParts({ paths, schemas });

/** The schema of a body or a response. */
const schemaOf = (operation: object, ...path: readonly string[]): unknown =>
  [...path, 'content', 'application/json', 'schema'].reduce<unknown>(
    (part, name) => (part as Readonly<Record<string, unknown>> | undefined)?.[name],
    operation,
  );

it('is equivalent to the document before sharing equal parts, in half the characters', () => {
  const resolved = resolveReferences(shared);
  expect(resolved.paths).toEqual(resolveReferences({ paths, components: { schemas } }).paths);
  expect(JSON.stringify(shared).length * 2).toBeLessThan(JSON.stringify({ paths, schemas }).length);
});

it('names the schemas of a resource after it, wherever they are used', () => {
  const { get: list, post: create } = shared.paths['/api/orders']!;
  const { get: read, patch: update, put: replace } = shared.paths['/api/orders/{id}']!;
  const record = { $ref: '#/components/schemas/OrdersRecord' };
  expect(schemaOf(read!, 'responses', '200')).toEqual(record);
  expect(schemaOf(list!, 'responses', '200')).toEqual({ type: 'array', items: record });
  expect(schemaOf(create!, 'responses', '201')).toEqual(record);
  expect(schemaOf(create!, 'requestBody')).toEqual({ $ref: '#/components/schemas/OrdersCreate' });
  expect(schemaOf(update!, 'requestBody')).toEqual({ $ref: '#/components/schemas/OrdersUpdate' });
  expect(schemaOf(replace!, 'requestBody')).toEqual({ $ref: '#/components/schemas/OrdersReplace' });
});

it('has one response of each error for all operations that may respond with it', () => {
  const { get: read, delete: remove } = shared.paths['/api/orders/{id}']!;
  expect(read!.responses!['404']).toEqual({ $ref: '#/components/responses/Error404' });
  expect(remove!.responses!['404']).toEqual(read!.responses!['404']);
});

it('separates two parts that would have the same name', () => {
  const parameter = (type: string) => ({ name: '_from', in: 'query', schema: { type } });
  const operation = (operationId: string, type: string) => ({
    get: { operationId, parameters: [parameter(type)], responses: {} },
  });
  const two = shareParts({
    paths: { '/api/a': operation('a.x', 'string'), '/api/b': operation('b.x', 'integer') },
    schemas: {},
  });
  expect(two.components.parameters).toEqual({ _from: parameter('string'), 'b._from': parameter('integer') });
  expect(two.paths['/api/b']!.get!.parameters).toEqual([{ $ref: '#/components/parameters/b._from' }]);
});
