import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UserFixture } from '#backend/testing/user-fixture.ts';
import { isDisabledPath } from './disabled-paths.ts';
import { authEndpointsOf } from './handler.ts';

let ctx: UserFixture;
beforeAll(async () => {
  ctx = await UserFixture.start();
});
afterAll(() => ctx?.close());

/** Endpoints with another purpose that accept a password field and reject it themselves. */
const OTHERWISE_ABOUT = ['/delete-user'];

/** Returns better-auth's password endpoints, found by their path or body fields. */
const passwordEndpoints = () =>
  authEndpointsOf(ctx.server.auth).flatMap(({ path, options }) => {
    if (!path || OTHERWISE_ABOUT.includes(path)) return [];
    const requested = Object.keys(options?.body?.shape ?? {});
    const isOne = /password/i.test(path) || requested.some((name) => /password/i.test(name));
    return isOne || /^\/sign-(in|up)\/email$/.test(path)
      ? [options?.method ?? 'GET'].flat().map((method) => ({ method, path }))
      : [];
  });

const answerTo = async ({ method, path }: { method: string; path: string }) => {
  const json = {
    userId: ctx.adminId,
    newPassword: 'correct horse battery',
    password: 'correct horse battery',
  };
  const address = `/api/auth${path.replaceAll(/:\w+/g, 'something')}`;
  const { status, body, headers } = await ctx.admin.call(address, {
    method,
    ...(method !== 'GET' && { json }),
  });
  const { requestId: _, ...said } = body;
  return { status, said, names: [...headers.keys()].filter((name) => name !== 'set-cookie').sort() };
};

describe('passwords, which no user has', () => {
  it('have no endpoints: each one responds like a path that does not exist', async () => {
    const found = passwordEndpoints();
    expect(found.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        '/admin/set-user-password',
        '/reset-password/:token',
        '/sign-up/email',
        '/verify-password',
      ]),
    );
    for (const endpoint of found) {
      const { method } = endpoint;
      expect({ ...endpoint, ...(await answerTo(endpoint)) }).toEqual({
        ...endpoint,
        ...(await answerTo({ method, path: '/no-such-endpoint' })),
      });
    }
  });

  it('do not appear in any path or body of the OpenAPI document', async () => {
    const { body: document } = await ctx.admin.call('/api/openapi.json');
    const paths = Object.keys(document.paths);
    expect(paths.length).toBeGreaterThan(60);
    for (const { path } of passwordEndpoints()) {
      expect(isDisabledPath(path)).toBe(true);
      expect(paths).not.toContain(`/api/auth${path.replaceAll(/:(\w+)/g, '{$1}')}`);
    }
    expect(JSON.stringify(document).match(/"\w*password\w*"/gi)).toBeNull();
  });
});
