import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { printShop } from '@bindery/contract/testing/print-shop.ts';
import { expect, it } from 'vitest';
import { resolveReferences } from '#backend/testing/resolve-references.ts';
import { contractDocument, describeTags, tagOf } from './document.ts';
import { namedSchemas } from './schemas.ts';
import { shareParts } from './share-parts.ts';

type ResolveSubtree = (document: object, path: readonly string[]) => Promise<{ spec: unknown }>;

/** Runs the script of the page; returns the resolver that it gives to Swagger UI. */
function resolverOfPage(): ResolveSubtree {
  const script = readFileSync(new URL('./page/start.js', import.meta.url), 'utf8');
  let options: { plugins: (() => { fn: { resolveSubtree: ResolveSubtree } })[] } | undefined;
  runInNewContext(script, {
    SwaggerUIBundle: (given: typeof options) => {
      options = given;
    },
  });
  return options!.plugins[0]!().fn.resolveSubtree;
}

it('resolves an opened operation as the server would, without the rest of the document', async () => {
  const { paths } = contractDocument({ resources: printShop, extensions: [], roles: [] });
  const shared = shareParts({ paths, schemas: namedSchemas() });
  const { spec } = await resolverOfPage()(shared, ['paths', '/api/orders', 'get']);
  const expected = resolveReferences(shared).paths['/api/orders']!.get;
  expect(JSON.parse(JSON.stringify(spec))).toEqual(JSON.parse(JSON.stringify(expected)));
});

it('shows nothing for a missing part, and does not follow a cycle forever', async () => {
  const resolve = resolverOfPage();
  expect((await resolve({}, ['components', 'securitySchemes'])).spec).toBeUndefined();
  const shelf = { parent: { $ref: '#/components/schemas/Shelf' } };
  const { spec } = await resolve({ components: { schemas: { Shelf: shelf } } }, ['components', 'schemas']);
  expect(JSON.parse(JSON.stringify(spec))).toEqual({ Shelf: { parent: { parent: shelf.parent } } });
});

it("the description of an entry is the description of its endpoints' tag", () => {
  expect(describeTags(Object.values(printShop))).toEqual([
    { name: tagOf('orders.list'), description: expect.stringMatching(/^What customers want/) },
  ]);
});
