import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from '#backend/testing/browser.ts';
import { startServer, type TestServer } from '#backend/testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.close());

const wrongFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

const codeOf = async (answer: Response) => (await answer.json()).code as string;

/** Asks for a code and guesses wrong three times. */
const burnOneCode = async (stranger: Browser, email: string) => {
  const code = await stranger.askForCode(email);
  const answers: string[] = [];
  for (let guess = 0; guess < 3; guess++) {
    answers.push(await codeOf(await stranger.enterCode(email, wrongFor(code))));
  }
  return answers;
};

describe('guessing codes', () => {
  it('ends after three tries of one code, also with the right one', async () => {
    const visitor = server.browser();
    const code = await visitor.askForCode('three@example.com');
    for (let guess = 0; guess < 3; guess++) await visitor.enterCode('three@example.com', wrongFor(code));
    expect(await codeOf(await visitor.enterCode('three@example.com', code))).toBe('TOO_MANY_ATTEMPTS');
  });

  it('gets no more tries when 200 guesses arrive at the same moment, also with the right one after them', async () => {
    const email = 'flood@example.com';
    const visitor = server.browser();
    const code = await visitor.askForCode(email);
    const guesses = Array.from({ length: 200 }, () => visitor.enterCode(email, wrongFor(code)));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(191);
    expect(statuses).not.toContain(200);
    expect((await visitor.enterCode(email, code)).status).not.toBe(200);
  });

  it('is counted over all codes of a browser: nine an hour', async () => {
    const visitor = server.browser();
    for (let round = 0; round < 3; round++) await burnOneCode(visitor, 'nine@example.com');
    const code = await visitor.askForCode('nine@example.com');
    const refused = await visitor.enterCode('nine@example.com', code);
    expect(refused.status).toBe(429);
    expect(await codeOf(refused)).toBe('TOO_MANY_REQUESTS');
  });

  it('is counted over all browsers: past thirty an hour, an unknown one has a single guess', async () => {
    const email = 'many@example.com';
    for (let round = 0; round < 10; round++) await burnOneCode(server.browser(), email);
    const stranger = server.browser();
    expect(await burnOneCode(stranger, email)).toEqual([
      'INVALID_OTP',
      'TOO_MANY_REQUESTS',
      'TOO_MANY_REQUESTS',
    ]);
  });

  it('never keeps the owner out: not in a new browser, and with all tries in one they have used before', async () => {
    const email = 'owner@example.com';
    const known = server.browser();
    await known.signIn(email);
    for (let round = 0; round < 11; round++) await burnOneCode(server.browser(), email);

    await expect(server.browser().signIn(email)).resolves.toBeUndefined();
    expect((await burnOneCode(known, email)).every((code) => code === 'INVALID_OTP')).toBe(true);
    await expect(known.signIn(email)).resolves.toBeUndefined();
  });

  it('takes no code away from its owner', async () => {
    const owner = server.browser();
    const code = await owner.askForCode('kept@example.com');
    for (let round = 0; round < 5; round++) await burnOneCode(server.browser(), 'kept@example.com');
    expect((await owner.enterCode('kept@example.com', code)).status).toBe(200);
  });

  it('uses nothing up where no code waits for the browser', async () => {
    const email = 'unasked@example.com';
    const guesses = Array.from({ length: 400 }, (_, number) =>
      server.browser().fetch('/api/auth/sign-in/email-otp', {
        json: { email, otp: '000000' },
        headers: { cookie: `bindery.browser=${String(number).padStart(43, 'x')}` },
      }),
    );
    expect(await codeOf((await Promise.all(guesses)).at(-1) as Response)).toBe('INVALID_OTP');
    await expect(server.browser().signIn(email)).resolves.toBeUndefined();
  });
});
