import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { actorWith } from '#backend/testing/actors.ts';
import {
  type Actor,
  ANYBODY,
  APPLICATION,
  actingId,
  actorOfSession,
  authorOf,
  FRESH_MS,
  isReadOnly,
  requireFresh,
} from './actor.ts';
import * as requestContext from './request-context.ts';

const key = (isReadOnly: boolean): Actor =>
  actorWith({ credential: { kind: 'apiKey', id: 'k', name: 'Report', isReadOnly } });
const aged = (ms: number): Actor =>
  actorWith({ credential: { kind: 'session', id: 's', createdAt: new Date(Date.now() - ms) } });

const codeOf = (work: () => void): unknown => {
  try {
    work();
    return undefined;
  } catch (error) {
    return Reflect.get(Object(error), 'code');
  }
};

describe('an actor', () => {
  it.each<[string, Actor, string | undefined]>([
    ['a new session', aged(0), undefined],
    ['a session of almost a day', aged(FRESH_MS - 60_000), undefined],
    ['a session of a day', aged(FRESH_MS), 'SESSION_EXPIRED'],
    ['an API key', key(false), 'API_KEY_NOT_ALLOWED'],
    ['no session', ANYBODY, 'SESSION_EXPIRED'],
    ['the application', APPLICATION, undefined],
  ])('with %s is fresh or refused by the right error', (_, actor, code) => {
    expect(codeOf(() => requireFresh(actor))).toBe(code);
  });

  it('gets stale while it is kept: freshness is judged when it is asked for', () => {
    const createdAt = new Date(Date.now() - FRESH_MS + 60_000);
    const actor = actorWith({ credential: { kind: 'session', id: 's', createdAt } });
    expect(codeOf(() => requireFresh(actor))).toBeUndefined();
    createdAt.setTime(Date.now() - FRESH_MS);
    expect(codeOf(() => requireFresh(actor))).toBe('SESSION_EXPIRED');
  });

  it('is named in the history by its own value alone', () => {
    expect(authorOf(actorWith({ id: 'ada', impersonator: 'admin' }))).toEqual({
      ...{ actor: 'ada', impersonator: 'admin', apiKey: null },
    });
    expect(authorOf(key(true)).apiKey).toEqual({ id: 'k', name: 'Report' });
    expect(authorOf(APPLICATION)).toEqual({ actor: null, impersonator: null, apiKey: null });
  });

  it('acts as the admin who impersonates, and as nobody without a user', () => {
    expect(actingId(actorWith({ id: 'ada', impersonator: 'admin' }))).toBe('admin');
    expect([actingId(actorWith({ id: 'ada' })), actingId(APPLICATION)]).toEqual(['ada', null]);
  });

  it('is created from a session, from an API key, and without either', () => {
    const user = { id: 'ada', role: 'user', email: 'ada@example.com', fields: { town: 't' } };
    const session = { id: 's', createdAt: new Date(), impersonatedBy: null, apiKey: null, user };
    expect(actorOfSession(session)).toEqual({
      ...user,
      impersonator: null,
      credential: { kind: 'session', id: 's', createdAt: session.createdAt },
    });
    const byKey = actorOfSession({ ...session, apiKey: { id: 'k', name: 'Report', isReadOnly: true } });
    expect(isReadOnly(byKey)).toBe(true);
    expect(actorOfSession(null)).toBe(ANYBODY);
  });
});

const BACKEND = fileURLToPath(new URL('../../', import.meta.url));

/**
 * What tells who acts without being passed it, and the files that may use it: those that make the actor, or hand it over. Two
 * stores hold no actor: the statements of a request, and whether a transaction is open.
 */
const CONFINED: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /\bnew AsyncLocalStorage\b/,
    [
      'access/auth/call-actor.ts',
      'kernel/http/request-context.ts',
      'records/resources/shared-transaction.ts',
    ],
  ],
  // better-auth passes its hooks no parameter for the actor: `callAs` states it at the door.
  [
    /\b(actorOfCall|actorOfWrite)\b/,
    [
      'access/auth/account-rules.ts',
      'access/auth/call-actor.ts',
      'access/impersonation/create-session.ts',
      'web/server.ts',
      'features/users/better-auth-hooks.ts',
      'features/users/list-users.ts',
    ],
  ],
  // Where a page is answered without a request of its own to the API, an endpoint is asked for one, or an administrator who
  // acts as another user is asked whether they still may.
  [
    /\bactorOfSession\b/,
    [
      'extend/mount-endpoints.ts',
      'kernel/http/actor.ts',
      'kernel/http/request-context.ts',
      'web/page-shell/initial-data.ts',
      'access/sessions/session-store.ts',
      'access/sessions/stored-actor.ts',
      'features/views/start-address.ts',
    ],
  ],
];

describe('who acts', () => {
  const files = globSync('**/*.ts', { cwd: BACKEND }).filter((file) => !/\.test\.ts$/.test(file));

  it.each(CONFINED)(
    '%s is used by the files that create or hand over the actor alone',
    (pattern, allowed) => {
      const used = files.filter((file) => pattern.test(readFileSync(join(BACKEND, file), 'utf8')));
      expect(used.toSorted()).toEqual(allowed.toSorted());
    },
  );

  it('cannot be asked of the current request', () => {
    const names = Object.keys(requestContext);
    expect(names).toContain('currentContext');
    expect(names.filter((name) => /session|actor|author|user/i.test(name))).toEqual([]);
  });
});
