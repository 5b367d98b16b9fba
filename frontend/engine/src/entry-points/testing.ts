/**
 * Helpers for tests of pages with Vitest: a stand-in for the server, sessions, and the test of all texts.
 *
 * @example
 * import { api } from '@bindery/frontend/http';
 * import { HttpStandIn } from '@bindery/frontend/testing';
 * import { afterEach, expect, test, vi } from 'vitest';
 *
 * afterEach(() => vi.unstubAllGlobals());
 *
 * test('genres come from the server', async () => {
 *   const server = new HttpStandIn();
 *   server.install();
 *   server.on('GET /api/genres', { body: [] });
 *   expect((await api.genres.list()).body).toEqual([]);
 * });
 */
export { setSession } from '../shell/auth/session.ts';
export { clearOwnStorage } from '../shell/auth/sign-out.ts';
export { startInit } from '../shell/http/init.ts';
export { HttpStandIn, type StandInRequest, type StandInResponse } from '../testing/http-stand-in.ts';
export { sessionWith } from '../testing/sessions.ts';
export { testTexts } from '../testing/texts-tests.ts';
