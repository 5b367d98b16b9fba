import { product } from '@bindery/contract/api/product.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, startServer, type TestServer } from '#backend/testing/server.ts';
import { codeHash } from './codes/codes.ts';
import { authSecret } from './secret.ts';

const KNOWN = 'known@example.com';
const UNKNOWN = 'unknown@example.com';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ SIGN_UP: 'false' });
  await server.database.kysely
    .insertInto('users')
    .values({ id: '01900000-0000-7000-8000-000000000001', name: 'Known', email: KNOWN })
    .execute();
});
afterAll(() => server?.close());

const ask = (email: string) =>
  server.browser().fetch('/api/auth/email-otp/send-verification-otp', { json: { email, type: 'sign-in' } });

/** Returns the parts of a response that are the same for equal requests. */
const readAnswer = async (response: Response) => {
  const { requestId: _, ...body } = await response.json();
  const headers = [...response.headers.keys()].filter((name) => name !== 'date').sort();
  return { status: response.status, headers, body };
};

describe('while sign-up is closed', () => {
  it('responds alike for known and unknown addresses when a code is requested', async () => {
    expect(await readAnswer(await ask(UNKNOWN))).toEqual(await readAnswer(await ask(KNOWN)));
  });

  it('responds alike for known and unknown addresses when a code is invalid', async () => {
    const guess = async (email: string) => {
      const visitor = server.browser();
      await visitor.fetch('/api/auth/email-otp/send-verification-otp', { json: { email, type: 'sign-in' } });
      return readAnswer(await visitor.enterCode(email, '000000'));
    };
    expect(await guess(UNKNOWN)).toEqual(await guess(KNOWN));
  });

  it('responds alike for known and unknown addresses when another kind of code is requested', async () => {
    const other = async (email: string, type: string) =>
      readAnswer(
        await server.browser().fetch('/api/auth/email-otp/send-verification-otp', { json: { email, type } }),
      );
    for (const type of ['email-verification', 'forget-password']) {
      expect(await other(UNKNOWN, type)).toEqual(await other(KNOWN, type));
    }
  });

  it('sends codes to known addresses only', async () => {
    await ask(UNKNOWN);
    await server.browser().askForCode(KNOWN);
    expect(server.outbox(UNKNOWN)).toEqual([]);
  });

  it('creates no account for an unknown address, and reveals that only for the correct code', async () => {
    const visitor = server.browser();
    await visitor.fetch('/api/auth/email-otp/send-verification-otp', {
      json: { email: UNKNOWN, type: 'sign-in' },
    });
    // No code was sent, so this replaces the stored one with a known code.
    const value = `${await codeHash(authSecret(server.settings))('123456')}:0`;
    await server.database.kysely
      .updateTable('verifications')
      .set({ value })
      .where('identifier', 'like', `sign-in-otp-${UNKNOWN}%`)
      .execute();
    expect(await readAnswer(await visitor.enterCode(UNKNOWN, '123456'))).toMatchObject({
      body: { code: 'ACCOUNT_NOT_FOUND' },
    });
    const users = await server.database.kysely.selectFrom('users').select('email').execute();
    expect(users.map(({ email }) => email)).toEqual([KNOWN]);
  });

  it('still lets the first admin sign up', async () => {
    await expect(server.signIn(ADMIN)).resolves.toContain(`${product().slug}.session_token`);
  });
});
