import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { ErrorCode } from '@bindery/contract/records/errors.ts';
import type { Action, Resource, Role } from '@bindery/contract/schema/index.ts';
import { lendingLibrary } from '@bindery/contract/testing/lending-library.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uploadImport } from '#backend/features/imports/upload.ts';
import { createResourceRouters } from '#backend/records/resources/endpoints/create-routers.ts';
import { raw } from '#backend/testing/raw-request.ts';
import { send } from '#backend/testing/send.ts';
import { startServer, type TestServer } from '#backend/testing/server.ts';
import {
  type Credentials,
  createVisitors,
  type VisitorKind,
  visitorKinds,
} from '#backend/testing/session-fixtures.ts';
import { createApp } from '#backend/web/app.ts';
import type { Frontend } from '#backend/web/page-shell/page.ts';
import { createParts } from '#backend/web/parts.ts';
import { routesOf, signInEndpoints } from './endpoints.ts';
import {
  type AccessRule,
  appEndpoints,
  beforeSessions,
  type EndpointAccess,
  MISSING_ID,
  signInAccess,
  takingKeys,
} from './matrix.ts';

let server: TestServer;
const unused = new Map<VisitorKind, Credentials[]>();

beforeAll(async () => {
  server = await startServer({ SEED: 'false' });
  for (const kind of visitorKinds)
    unused.set(kind, await createVisitors(server, { kind, count: endpoints.length }));
});
afterAll(() => server?.close());

const ACTIONS: Readonly<Record<string, Action | readonly Action[]>> = {
  'GET /api/:name': 'read',
  'GET /api/:name/export': 'read',
  'GET /api/:name/:id': 'read',
  'GET /api/:name/:id/history': 'read',
  'GET /api/:name/:id/related': 'read',
  'GET /api/:name/:id/deletion': 'delete',
  'POST /api/:name': 'create',
  'POST /api/:name/import': 'create',
  'POST /api/:name/export': 'read',
  'PATCH /api/:name/:id': 'update',
  'PUT /api/:name/:id': 'update',
  'DELETE /api/:name/:id': 'delete',
  'POST /api/:name/bulk': ['update', 'delete'],
  'POST /api/:name/bulk/deletion': 'delete',
  'POST /api/:name/:id/history/:change/undo': 'read',
};

const resources: readonly Resource[] = Object.values(lendingLibrary);

/** Returns the access rules of the endpoints of some resources, from the rights of their entries. */
const accessOf = (some: readonly Resource[]): readonly EndpointAccess[] =>
  some.flatMap(({ name, rights }) =>
    Object.entries(ACTIONS).map(([endpoint, action]): EndpointAccess => {
      const may = (role: Role) => [action].flat().some((one) => rights[role]?.includes(one));
      const forUsers: AccessRule = may('admin') ? 'signed in' : 'users but admins';
      const audience: AccessRule = may('user') ? forUsers : may('admin') ? 'admins' : 'forbidden';
      return [audience, endpoint.replace(':name', name), {}];
    }),
  );

/**
 * All resources have the same endpoints with the same checks, so one resource per set of rights is tested,
 * and each endpoint once for those who may call it.
 */
const withOwnRights = [...Map.groupBy(resources, ({ rights }) => JSON.stringify(rights)).values()].map(
  ([first]) => first!,
);
const ofResources = [
  ...Map.groupBy(accessOf(withOwnRights), ([audience, endpoint]) =>
    [audience, endpoint.replace(/\/api\/\w+/, '')].join(),
  ).values(),
].map(([first]) => first!);

const path = (endpoint: string) => endpoint.split('?')[0]!;
const belowAuth = signInAccess.map(
  ([audience, endpoint, body]) => [audience, endpoint.replace(' ', ' /api/auth'), body] as EndpointAccess,
);

const endpoints = [...appEndpoints, ...ofResources, ...belowAuth];

/**
 * A read-only key is rejected like any other where no key is accepted, and users like admins where no caller
 * is.
 */
const visitorsOf = (row: EndpointAccess) =>
  visitorKinds.filter((kind) => {
    if (row[0] === 'nobody' && (kind === 'user' || kind === 'banned')) return false;
    return kind !== 'read-only key of an admin' || keyRejection(row, kind) !== 'API_KEY_NOT_ALLOWED';
  });

const ofRecords = new Set(ofResources.map(([, endpoint]) => endpoint));

/**
 * Returns the code with which an endpoint rejects API keys, or read-only keys; undefined if it accepts them.
 */
const keyRejection = ([, endpoint]: EndpointAccess, kind: VisitorKind): ErrorCode | undefined => {
  if (!/ \/api\//.test(endpoint) || beforeSessions.includes(endpoint)) return undefined;
  if (!ofRecords.has(endpoint) && !takingKeys.includes(endpoint)) return 'API_KEY_NOT_ALLOWED';
  const reads = /^GET .*(?<!\/deletion)$|^POST \S+\/export$/.test(endpoint);
  return kind === 'key of an admin' || reads ? undefined : 'API_KEY_READ_ONLY';
};

/** Returns the status that a visitor gets if the endpoint is not for them; undefined if it is. */
const rejection = (row: EndpointAccess, kind: VisitorKind): number | undefined => {
  const [audience, endpoint] = row;
  if (kind === 'key of an admin' || kind === 'read-only key of an admin')
    return keyRejection(row, kind) ? 403 : rejection(row, 'admin');
  if (audience === 'nobody') return kind === 'impersonating' && !endpoint.startsWith('GET') ? 403 : 404;
  if (audience === 'everybody') return undefined;
  if (audience === 'everybody but impersonators') return kind === 'impersonating' ? 403 : undefined;
  if (kind === 'signed out' || kind === 'banned') return 401;
  if (audience === 'signed in') return undefined;
  if (audience === 'users but admins') return kind === 'admin' ? 403 : undefined;
  if (audience === 'signed in but impersonators') return kind === 'impersonating' ? 403 : undefined;
  return audience === 'admins' && kind === 'admin' ? undefined : 403;
};

const request = async ([, endpoint, body]: EndpointAccess, kind: VisitorKind) => {
  const [method = '', address = ''] = endpoint.split(' ');
  const { status, text } = await send(
    server.url + address.replace('/^\\//', '/login').replaceAll(/:\w+/g, MISSING_ID),
    {
      method,
      headers: {
        // A separate session, so that no call affects the next.
        ...unused.get(kind)?.pop(),
        origin: server.url,
        'content-type': 'application/json',
        // This process reads the response, so it need not compress it.
        'accept-encoding': 'identity',
      },
      ...(method !== 'GET' && body && { body: JSON.stringify(body) }),
    },
  );
  const code = /"code":"(\w+)"/.exec(text)?.[1];
  return { status, code };
};

/** Bytes that neither Brotli nor gzip can decode. */
const CORRUPT = Buffer.from('5bffff3f0000ffffffffffffffff', 'hex');
/** Encodings, content types and bodies: corrupt ones, and ones that a decoder would accept. */
const ENCODED: readonly (readonly [coding: string, type: string, body: Buffer])[] = [
  ['br', 'application/json', CORRUPT],
  ['br', 'text/csv', CORRUPT],
  ['gzip', 'application/json', gzipSync('{}')],
  ['deflate', 'application/x-www-form-urlencoded', deflateSync('a=b')],
  ['BR', 'application/octet-stream', brotliCompressSync('{}')],
];

/** One body for each endpoint, all for the first one: they are rejected before the endpoint is known. */
const encodedCalls = endpoints
  .map(([, endpoint]) => endpoint)
  .filter((endpoint) => !beforeSessions.includes(endpoint))
  .map((endpoint, index) => [endpoint, index === 0 ? ENCODED : [ENCODED[index % ENCODED.length]!]] as const);

describe('every endpoint', () => {
  it.each(encodedCalls)(
    'rejects compressed bodies before it identifies the sender: %s',
    async (endpoint, bodies) => {
      const [method = '', address = ''] = endpoint.split(' ');
      for (const [coding, type, bytes] of bodies) {
        const { status, headers, body } = await raw(server.url, {
          method,
          path: address.replace('/^\\//', '/login').replaceAll(/:\w+/g, MISSING_ID),
          headers: { 'content-encoding': coding, 'content-type': type },
          body: bytes,
        });
        expect({ status, accepted: headers['accept-encoding'] }).toEqual({
          status: 415,
          accepted: 'identity',
        });
        expect(body).toMatchObject({
          code: 'UNSUPPORTED_ENCODING',
          message: expect.stringContaining(`"${coding}"`),
          requestId: headers['x-request-id'],
        });
      }
    },
  );

  it('has an access rule', () => {
    const frontend: Frontend = { assets: (_req, _res, next) => next(), page: async () => '' };
    const parts = createParts({ ...server, resources: lendingLibrary, frontend });
    const ofResources = createResourceRouters({
      ...parts,
      uploadImport,
      startBulk: async () => undefined,
      limitPublicWrites: (_req, _res, next) => next(),
    });
    const app = createApp({ ...parts, auth: server.auth });
    const served = routesOf(app, ofResources).filter((endpoint) => !endpoint.includes('/api/auth/'));
    const stated = [...appEndpoints, ...accessOf(resources)].map(([, endpoint]) => path(endpoint));
    expect(served.filter((endpoint) => !stated.includes(endpoint))).toEqual([]);
    expect(stated.filter((endpoint) => !served.includes(endpoint))).toEqual([]);
  });

  it('of better-auth has an access rule', () => {
    const offered = signInEndpoints(server.auth);
    const stated = signInAccess.map(([, endpoint]) => path(endpoint));
    expect(offered.filter((endpoint) => !stated.includes(endpoint))).toEqual([]);
    expect(stated.filter((endpoint) => !offered.includes(endpoint))).toEqual([]);
  });

  it.each(endpoints.map((row) => [row[1], row] as const))(
    'accepts the correct users only: %s',
    async (_endpoint, row) => {
      for (const kind of visitorsOf(row)) {
        const { status, code } = await request(row, kind);
        const expected = rejection(row, kind);
        if (expected) expect({ kind, status, code }).toEqual({ kind, status: expected, code });
        else {
          expect({ kind, status, code }).not.toMatchObject({ status: 401 });
          expect({ kind, status, code }).not.toMatchObject({ code: 'FORBIDDEN' });
          expect({ kind, status, code }).not.toMatchObject({ code: 'IMPERSONATING' });
          expect(`${kind}: ${code}`).not.toMatch(/: API_KEY/);
          expect({ kind, code, failed: status >= 500 }).toEqual({ kind, code, failed: false });
        }
      }
    },
  );
});
