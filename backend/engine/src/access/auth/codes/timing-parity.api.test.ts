import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from '#backend/testing/browser.ts';
import { type Recording, recordStatements } from '#backend/testing/record-statements.ts';
import { ADMIN, startServer, type TestServer } from '#backend/testing/server.ts';
import { allowUnlimitedCalls } from '#backend/testing/unlimited-calls.ts';
import { IS_KNOWN } from '../sign-up-policy.ts';

// Response times must not reveal whether an address has an account. Timing cannot be tested reliably, but
// that the same statements are sent to the database can.

const UNKNOWN = 'unknown@example.com';
const KNOWN = 'known@example.com';
const PAST_THE_QUOTA = 12;
/** The email quota only applies to requests that are not from loopback. Each address has its own quota. */
const ELSEWHERE = '203.0.113.7';

describe.each([{ SIGN_UP: 'true' }, { SIGN_UP: 'false' }])(
  'with %o, for known and unknown addresses',
  (settings) => {
    let server: TestServer;
    let recording: Recording;
    beforeAll(async () => {
      // Before the server starts, because it then binds a shared PGlite's methods.
      recording = recordStatements();
      server = await startServer({ ...settings, TRUSTED_PROXIES: '1' });
      await allowUnlimitedCalls(server);
      const id = '01900000-0000-7000-8000-000000000001';
      await server.database.kysely.insertInto('users').values({ id, name: 'Known', email: KNOWN }).execute();
      // The first request prepares more statements than later ones.
      await guess(server.browser(ELSEWHERE), 'first@example.com');
    });
    afterAll(async () => {
      recording?.stop();
      await server?.close();
    });

    const ask = (browser: HttpClient, email: string) =>
      browser.fetch('/api/auth/email-otp/send-verification-otp', { json: { email, type: 'sign-in' } });
    const guess = async (browser: HttpClient, email: string) => {
      await ask(browser, email);
      return browser.enterCode(email, '000000');
    };
    /** Returns the statements that a request runs before its response. */
    const work = async (call: Promise<unknown>) => {
      recording.taken();
      await call;
      return recording.taken().filter((statement) => statement !== IS_KNOWN);
    };

    it('requesting a code runs the same statements', async () => {
      const known = await work(ask(server.browser(ELSEWHERE), KNOWN));
      expect(known.length).toBeGreaterThan(3);
      expect(await work(ask(server.browser(ELSEWHERE), UNKNOWN))).toEqual(known);
    });

    it('each invalid code runs the same statements', async () => {
      const guesses = async (email: string) => {
        const browser = server.browser(ELSEWHERE);
        await ask(browser, email);
        const costs: string[][] = [];
        for (let tries = 0; tries < 5; tries++) costs.push(await work(browser.enterCode(email, '000000')));
        return costs;
      };
      const known = await guesses(KNOWN);
      expect(known[0]?.length).toBeGreaterThan(3);
      expect(await guesses(UNKNOWN)).toEqual(known);
    });

    it('a guess without a requested code runs the same statements', async () => {
      const known = await work(server.browser(ELSEWHERE).enterCode(KNOWN, '000000'));
      expect(await work(server.browser(ELSEWHERE).enterCode(UNKNOWN, '000000'))).toEqual(known);
    });

    it('requests beyond the email quota, for long codes, and guesses after them run the same statements', async () => {
      const past = async (email: string) => {
        const seen: unknown[] = [];
        for (let asked = 0; asked < PAST_THE_QUOTA; asked++) {
          const browser = server.browser(ELSEWHERE);
          const asking = ask(browser, email);
          const cost = await work(asking);
          const { status, headers } = await asking;
          seen.push(cost, status, [...headers.keys()], await work(browser.enterCode(email, '000000')));
        }
        return seen;
      };
      const known = await past(KNOWN);
      const statuses = known.filter((each) => typeof each === 'number');
      expect(statuses).toEqual(Array.from({ length: PAST_THE_QUOTA }, () => 200));
      expect(await past(UNKNOWN)).toEqual(known);
    });

    it('changing your own address to it, and each invalid code, run the same statements', async () => {
      const browser = server.browser(ELSEWHERE);
      await browser.signIn(ADMIN);
      const change = async (newEmail: string) => {
        const json = { newEmail, otp: '000000' };
        const costs = [await work(browser.fetch('/api/auth/email-otp/request-email-change', { json }))];
        const codes: string[] = [];
        for (let tries = 0; tries < 5; tries++) {
          const guessed = browser.fetch('/api/auth/email-otp/change-email', { json });
          costs.push(await work(guessed));
          codes.push((await (await guessed).json()).code);
        }
        return { costs, codes };
      };
      // The first request inserts rows of its own.
      await change('first@example.com');
      const known = await change(KNOWN);
      expect(known.codes).toContain('TOO_MANY_ATTEMPTS');
      expect(await change(UNKNOWN)).toEqual(known);
    });
  },
);
