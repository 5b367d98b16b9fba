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
  ])('with %s is fresh or rejected with the correct error', (_, actor, code) => {
    expect(codeOf(() => requireFresh(actor))).toBe(code);
  });

  it('becomes stale over time: each check judges freshness', () => {
    const createdAt = new Date(Date.now() - FRESH_MS + 60_000);
    const actor = actorWith({ credential: { kind: 'session', id: 's', createdAt } });
    expect(codeOf(() => requireFresh(actor))).toBeUndefined();
    createdAt.setTime(Date.now() - FRESH_MS);
    expect(codeOf(() => requireFresh(actor))).toBe('SESSION_EXPIRED');
  });

  it('is named in the history from its own value alone', () => {
    expect(authorOf(actorWith({ id: 'ada', impersonator: 'admin' }))).toEqual({
      actor: 'ada',
      impersonator: 'admin',
      apiKey: null,
    });
    expect(authorOf(key(true)).apiKey).toEqual({ id: 'k', name: 'Report' });
    expect(authorOf(APPLICATION)).toEqual({ actor: null, impersonator: null, apiKey: null });
  });

  it('acts as the impersonating admin, and as no user without one', () => {
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
 * The ways to find the actor without receiving it, and the files that may use them: those that create the
 * actor or pass it on. Three stores hold no actor: the statements of a request, whether a transaction is
 * open, and what reports the failures of a rendered page.
 */
const CONFINED: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /\bnew AsyncLocalStorage\b/,
    [
      'access/auth/call-actor.ts',
      'kernel/http/request-context.ts',
      'records/resources/shared-transaction.ts',
      'web/page-shell/render.ts',
    ],
  ],
  // better-auth passes its hooks no actor: `callAs` provides it at the entrance.
  [
    /\b(actorOfCall|actorOfWrite)\b/,
    [
      'access/auth/account-rules.ts',
      'access/auth/call-actor.ts',
      'access/impersonation.ts',
      'access/organizations/endpoint-rules.ts',
      'web/server.ts',
      'features/users/better-auth-hooks.ts',
      'features/users/list-users.ts',
    ],
  ],
  // When a page is rendered without its own API request, an endpoint is called for one, or an impersonating
  // admin is checked again.
  [
    /\bactorOfSession\b/,
    [
      'extend/mount-endpoints.ts',
      'kernel/http/actor.ts',
      'kernel/http/request-context.ts',
      'web/page-shell/initial-data.ts',
      'access/sessions/session-store.ts',
      'access/sessions/stored-actor.ts',
      'features/views/routes.ts',
    ],
  ],
];

describe('the actor', () => {
  const files = globSync('**/*.ts', { cwd: BACKEND }).filter((file) => !/\.test\.ts$/.test(file));

  it.each(CONFINED)('%s is used only by the files that create or pass on the actor', (pattern, allowed) => {
    const used = files.filter((file) => pattern.test(readFileSync(join(BACKEND, file), 'utf8')));
    expect(used.toSorted()).toEqual(allowed.toSorted());
  });

  it('cannot be read from the current request', () => {
    const names = Object.keys(requestContext);
    expect(names).toContain('currentContext');
    expect(names.filter((name) => /session|actor|author|user/i.test(name))).toEqual([]);
  });
});
