/**
 * Servers and databases for the tests of a product. No server loads it.
 * @example
 * import { startTestApp } from '@bindery/backend/testing';
 * import { expect, test } from 'vitest';
 *
 * test('users read genres', async () => {
 *   const app = await startTestApp();
 *   const { client } = await app.signIn('user');
 *   expect((await client.genres.list()).status).toBe(200);
 *   await app.close();
 * });
 */
export { type Extensions, loadExtensions, noExtensions } from '../extend/load-extensions.ts';
export { HttpClient, type TestResponse } from '../testing/browser.ts';
export { freshDatabase, type TestDatabase } from '../testing/database.ts';
export { ADMIN, startServer, type TestServer } from '../testing/server.ts';
export { createTestApp, type SignedIn, startTestApp, type TestApp } from '../testing/test-app.ts';
