import { resolveReferences } from '@bindery/backend/testing/resolve-references.ts';
import { seedCatalogue } from '@bindery/backend/testing/seed-catalogue.ts';
import { startServer, type TestServer } from '@bindery/backend/testing/server.ts';
import { lendingLibrary } from '@bindery/contract/testing/lending-library.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Endpoint, endpointsOf, type OpenApiDocument } from '#tools/openapi.ts';
import { createResponseCheck, type ResponseCheck, sendRequest } from './check-response.ts';
import { type FuzzRequest, formatRequest, hostileText, requestTo } from './requests.ts';

/**
 * In the tests one request to each endpoint, of some resources only, and always the same ones; `npm run fuzz`
 * sends a given number of requests, and different ones each time.
 */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 0);
const SEED = Number(process.env.FUZZ_SEED ?? 20_260_101);
const AT_ONCE = 10;
const PAGES = REQUESTS > 0 ? 60 : 20;
const PATIENCE_MS = 480_000 + REQUESTS * 600;

/**
 * The resources whose endpoints the tests call: with every kind of field, references, trees, a unique rule
 * over several fields, computed values, and users. All others have the same endpoints.
 */
const TESTED = ['books', 'copies', 'specimens', 'subjects', 'users'];
const isTested = ({ path }: Endpoint): boolean => {
  const [, , of = ''] = path.split('/');
  return REQUESTS > 0 || TESTED.includes(of) || !Object.hasOwn(lendingLibrary, of);
};

let server: TestServer;
let verdicts: ResponseCheck;
let endpoints: Endpoint[];

/** Returns the endpoints in groups of mixed kinds, whose requests are sent at once. */
const groupsOf = (all: readonly Endpoint[]): Endpoint[][] => {
  const count = Math.ceil(all.length / AT_ONCE);
  return Array.from({ length: count }, (_, group) => all.filter((_one, index) => index % count === group));
};

beforeAll(async () => {
  server = await startServer();
  await seedCatalogue(server.database);
  const document = resolveReferences<OpenApiDocument>(
    await (await fetch(`${server.url}/api/openapi.json`)).json(),
  );
  verdicts = createResponseCheck(document);
  endpoints = endpointsOf(document).filter(isTested);
});
afterAll(() => server?.close());

/** Sends some requests concurrently; returns the problems of their responses. */
const problemsWith = async (requests: readonly FuzzRequest[]): Promise<string[]> => {
  const problems = requests.map(async (request) => {
    const problem = verdicts.problemOf(request.endpoint, await sendRequest(server, request));
    return problem === undefined ? [] : [`${formatRequest(request)}\n  is answered by ${problem}`];
  });
  return (await Promise.all(problems)).flat();
};

describe('any request', () => {
  // On failure fast-check prints the seed, and the smallest failing set of requests.
  it('gets a response that the OpenAPI document allows: no 500, no HTML', {
    timeout: PATIENCE_MS,
  }, async () => {
    const groups = groupsOf(endpoints);
    const rounds = Math.max(1, Math.ceil(REQUESTS / endpoints.length));
    for (let run = 0; run < rounds * groups.length; run++) {
      const some = fc.tuple(...groups[run % groups.length]!.map((endpoint) => requestTo([endpoint])));
      const isAnswered = fc.asyncProperty(some, async (requests) => {
        expect(await problemsWith(requests)).toEqual([]);
      });
      await fc.assert(isAnswered, { numRuns: 1, seed: SEED + run, endOnFailure: rounds > 1 });
    }
  });

  // Random requests rarely delete anything, because all their values would have to be valid.
  it.each([
    ['organization/delete', { organizationId: '$organization' }],
    ['organization/remove-team', { organizationId: '$organization', teamId: '$team' }],
    ['organization/cancel-invitation', { invitationId: '$invitation' }],
    ['organization/leave', { organizationId: '$organization' }],
    ['delete-user', {}],
  ])('that succeeds gets a documented response: POST /api/auth/%s', async (name, values) => {
    const endpoint = endpoints.find(({ path, method }) => path === `/api/auth/${name}` && method === 'post')!;
    const headers = { 'content-type': 'application/json' };
    const input = { parameters: {}, query: [], headers, body: JSON.stringify(values) };
    expect(await problemsWith([{ endpoint, visitor: 'owner', ...input }])).toEqual([]);
  });

  it('to an unknown endpoint gets the standard error body', { timeout: PATIENCE_MS }, async () => {
    const path = fc.array(hostileText, { minLength: 1, maxLength: 3 });
    const method = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND');
    const isRefused = fc.asyncProperty(method, path, async (requested, parts) => {
      const address = parts.map((part) => encodeURIComponent(part.toWellFormed())).join('/');
      const response = await fetch(`${server.url}/api/x/${address}`, { method: requested });
      expect(response.headers.get('content-type')).toMatch(/^application\/json/);
      expect([400, 403, 404]).toContain(response.status);
      expect(await response.json()).toMatchObject({
        code: expect.any(String),
        requestId: expect.any(String),
      });
    });
    await fc.assert(isRefused, { numRuns: PAGES, seed: SEED });
  });

  it('for a page gets a page', { timeout: PATIENCE_MS }, async () => {
    const at = fc.constantFrom('/login', '/login/verify', '/app/books', '/manager/users', '/outbox', '/x');
    const isPage = fc.asyncProperty(at, hostileText, hostileText, async (page, name, value) => {
      const query = [name, value].map((part) => encodeURIComponent(part.toWellFormed()));
      for (const address of [`${page}?${query.join('=')}`, `${page}/${query[1]}`, `/?redirect=${query[1]}`]) {
        const { status } = await fetch(server.url + address, { redirect: 'manual' });
        expect({ address, failed: status >= 500 }).toEqual({ address, failed: false });
      }
    });
    await fc.assert(isPage, { numRuns: PAGES, seed: SEED });
  });
});
