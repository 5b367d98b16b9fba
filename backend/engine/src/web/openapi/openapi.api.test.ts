import { createRoutes } from '@bindery/contract/api/create-routes.ts';
import { product } from '@bindery/contract/api/product.ts';
import { lendingLibrary } from '@bindery/contract/testing/lending-library.ts';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resolveReferences } from '#backend/testing/resolve-references.ts';
import { ADMIN, startServer, type TestServer } from '#backend/testing/server.ts';

interface Operation {
  readonly security?: readonly object[];
  readonly operationId?: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly responses: Readonly<Record<string, { readonly headers?: object }>>;
}
interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: object;
}

let server: TestServer;
let document: Document;

beforeAll(async () => {
  server = await startServer();
  document = await documentFor(ADMIN);
});

afterAll(() => server?.close());

const fetchDocument = async (email?: string, more: Record<string, string> = {}): Promise<Response> => {
  const headers = { ...more, ...(email && { cookie: await server.signIn(email) }) };
  return fetch(`${server.url}/api/openapi.json`, { headers });
};
const sentTo = async (email?: string): Promise<Document> => (await fetchDocument(email)).json();
const documentFor = async (email?: string): Promise<Document> => resolveReferences(await sentTo(email));

interface Route {
  readonly method: string;
  readonly path: string;
}
const routes = (router: object): Route[] =>
  Object.values(router).flatMap((part) => ('method' in part ? [part as Route] : routes(part as object)));

describe('the OpenAPI document', () => {
  it.each(routes(createRoutes(lendingLibrary, {})))('describes $method $path', ({ method, path }) => {
    const described = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    expect(described).toBeDefined();
  });

  it('contains the auth endpoints at their paths, except the disabled ones', () => {
    expect(document.paths).toHaveProperty(['/api/auth/email-otp/send-verification-otp', 'post']);
    expect(document.paths).toHaveProperty(['/api/auth/sign-in/email-otp', 'post']);
    expect(Object.keys(document.paths)).not.toContain('/api/auth/email-otp/check-verification-otp');
  });

  it('says which auth endpoints need a session', async () => {
    const called = Object.entries(document.paths).filter(([path]) => path.startsWith('/api/auth/'));
    const wrong: string[] = [];
    for (const [path, operations] of called)
      for (const [method, { security }] of Object.entries(operations)) {
        const headers = { origin: server.url, 'content-type': 'application/json' };
        const body = method === 'post' ? { body: '{}' } : {};
        const { status } = await fetch(server.url + path, { method: method.toUpperCase(), headers, ...body });
        // A request without the required values may be rejected for them first.
        if (status === 401 ? security !== undefined : status < 300 && security === undefined)
          wrong.push(`${method} ${path}: ${status}`);
      }
    expect(wrong).toEqual([]);
    expect(document.paths['/api/auth/sign-in/email-otp']!.post!.security).toEqual([]);
  });

  it('contains filters, the headers of a list page and the ETag of a record', () => {
    const list = document.paths['/api/books']!.get!;
    const names = list.parameters!.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        '_start',
        '_after',
        'q',
        'genre',
        'title_like',
        'title_startsWith',
        'createdAt_gte',
        'createdAt_lt',
      ]),
    );
    expect(Object.keys(list.responses['200']!.headers!)).toEqual([
      'X-Total-Count',
      'X-Total-Exact',
      'X-Next-Cursor',
      'X-Request-Id',
    ]);
    const one = document.paths['/api/books/{id}']!.patch!;
    expect(one.parameters).toContainEqual(expect.objectContaining({ name: 'if-match', in: 'header' }));
    expect(Object.keys(one.responses['200']!.headers!)).toEqual(['ETag', 'X-Request-Id']);
  });

  it('names the endpoints that accept an API key instead of a session', async () => {
    const securityOf = (path: string, method: string) => document.paths[path]![method]!.security;
    for (const path of ['/api/books', '/api/users', '/api/history', '/api/files'])
      expect(securityOf(path, path === '/api/files' ? 'post' : 'get'), path).toEqual([
        { session: [] },
        { bearerAuth: [] },
      ]);
    for (const path of ['/api/account/api-keys', '/api/users/{id}/sessions', '/api/dashboard', '/api/views'])
      expect(securityOf(path, 'get'), path).toBeUndefined();
    expect(document.components).toHaveProperty('securitySchemes.bearerAuth.scheme', 'bearer');
  });

  it('contains what the role of a signed-in user may read, and for others what all roles may read', async () => {
    for (const theirs of [await documentFor(), await documentFor('reader@example.com')]) {
      expect(theirs.paths).toHaveProperty(['/api/books', 'post']);
      for (const path of ['/api/users', '/api/users/{id}'])
        expect(Object.keys(theirs.paths).includes(path), path).toBe(false);
    }
    expect(document.paths).toHaveProperty(['/api/users', 'get']);
  });

  it('has unique operation ids and no dangling references', async () => {
    const ids = Object.values(document.paths)
      .flatMap((operations) => Object.values(operations))
      .flatMap(({ operationId }) => operationId ?? []);
    expect(ids).toHaveLength(new Set(ids).size);
    const text = JSON.stringify(await sentTo(ADMIN));
    const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, to = '']) => to);
    expect(references).not.toEqual([]);
    const { components } = JSON.parse(text) as Document;
    for (const to of new Set(references)) {
      expect(to).toMatch(/^#\/components\/(schemas|responses|parameters|headers)\/[\w.-]+$/);
      expect(components).toHaveProperty(to.split('/').slice(2));
    }
    expect(JSON.stringify(document)).not.toContain('"$ref"');
  });

  it('satisfies the recommended rules of Redocly, for every reader', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    for (const email of [ADMIN, undefined]) {
      const source = JSON.stringify(await sentTo(email));
      const problems = await lintFromString({ source, config });
      expect(
        problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
      ).toEqual([]);
    }
  });

  it('is sent again only if it has changed', async () => {
    const first = await fetchDocument(ADMIN);
    const etag = first.headers.get('etag')!;
    // Otherwise fetch would not ask for a cached response.
    const again = await fetchDocument(ADMIN, { 'if-none-match': etag, 'cache-control': 'max-age=0' });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const other = await fetchDocument(undefined, { 'if-none-match': etag, 'cache-control': 'max-age=0' });
    expect(other.status).toBe(200);
    expect(other.headers.get('etag')).not.toBe(etag);
  });
});

describe('the page that shows it', () => {
  it.each(['', '/start.js', '/operation.js', '/page.css', '/swagger-ui-bundle.js'])(
    "comes from the product's own files: /api/docs%s",
    async (file) => {
      const response = await fetch(`${server.url}/api/docs${file}`);
      expect(response.status).toBe(200);
      expect((await response.text()).length).toBeGreaterThan(100);
    },
  );

  it('may load nothing from other origins', async () => {
    const response = await fetch(`${server.url}/api/docs`);
    const policy = response.headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(await response.text()).not.toMatch(/https?:/);
  });

  it("has the product's name, mark and colours in both themes", async () => {
    const [page = '', styles = ''] = await Promise.all(
      ['', '/page.css'].map(async (file) => (await fetch(`${server.url}/api/docs${file}`)).text()),
    );
    const { name, icon, colors } = product();
    for (const part of [name, icon]) expect(page).toContain(part);
    for (const color of [...Object.values(colors.light), ...Object.values(colors.dark)])
      expect(styles).toContain(color);
  });

  it('serves no other file', async () => {
    expect((await fetch(`${server.url}/api/docs/package.json`)).status).toBe(404);
  });
});
