import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from '#backend/testing/browser.ts';
import { startServer, type TestServer } from '#backend/testing/server.ts';
import { allowUnlimitedCalls } from '#backend/testing/unlimited-calls.ts';

// A trusted proxy sets the client's IP address: only loopback requests have loosened limits.
let server: TestServer;
let sibling: string;
beforeAll(async () => {
  server = await startServer({ TRUSTED_PROXIES: '1' });
  await allowUnlimitedCalls(server);
  sibling = await server.sibling();
});
afterAll(() => server?.close());

const SEND = '/api/auth/email-otp/send-verification-otp';
const SIGN_IN = '/api/auth/sign-in/email-otp';
const MAILS_AN_HOUR = 30;
const GUESSES_AN_HOUR = 90;
const AT_ONCE = 40;
/** More than the quota of a mailbox, even with concurrent requests. */
const MANY = AT_ONCE + 4;
/** One more than a code allows. */
const ATTEMPTS = 4;

const otherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const codeOf = async (response: Response) => (await response.json()).code as string;
const mailsTo = (email: string) => server.outbox(email).length;

/** Requests a code on one of the two servers; returns whether it is a short one. */
const getsShortCode = async (browser: HttpClient, email: string) => {
  const asked = await browser.call(SEND, { json: { email, type: 'sign-in' } });
  return asked.status === 200 && asked.body.longCodeSeconds === undefined;
};
/** Requests a code on one of the two servers; returns the response's status. */
const ask = async (browser: HttpClient, email: string, at = server.url) =>
  (await browser.fetch(at + SEND, { json: { email, type: 'sign-in' } })).status;
const guess = async (browser: HttpClient, email: string, otp: string, at = server.url) =>
  codeOf(await browser.fetch(at + SIGN_IN, { json: { email, otp } }));

/**
 * Requests a code until a server is not too busy, which would respond with 503 and count nothing: guesses
 * need a request.
 */
const askUntilCounted = async (browser: HttpClient, email: string, at: string) => {
  while ((await ask(browser, email, at)) === 503);
};

/** Attackers request codes from both servers and guess until they are rejected; returns the error codes. */
const attack = async (email: string, networks: readonly string[], guesses: number) => {
  const responses: string[] = [];
  for (let first = 0; first < networks.length; first += AT_ONCE) {
    const strangers = networks.slice(first, first + AT_ONCE).map(async (network, index) => {
      const at = index % 2 ? sibling : server.url;
      const stranger = server.browser(network);
      await askUntilCounted(stranger, email, at);
      let response = 'INVALID_OTP';
      for (let tries = 0; tries < guesses && response === 'INVALID_OTP'; tries++) {
        response = await guess(stranger, email, String(tries).padStart(6, 'x'), at);
        responses.push(response);
      }
    });
    await Promise.all(strangers);
  }
  return responses;
};
const compared = (responses: readonly string[]) =>
  responses.filter((response) => response === 'INVALID_OTP').length;

const networks = (count: number, address: (number: number) => string) =>
  Array.from({ length: count }, (_, number) => address(number));

describe('a code', () => {
  it('is invalid after three attempts, even for the correct code', async () => {
    const visitor = server.browser('203.0.113.1');
    const code = await visitor.askForCode('three@example.com');
    for (let tries = 0; tries < 3; tries++)
      expect(await guess(visitor, 'three@example.com', otherCode(code))).toBe('INVALID_OTP');
    expect(await guess(visitor, 'three@example.com', code)).toBe('TOO_MANY_ATTEMPTS');
  });

  it('allows no more attempts when 24 guesses arrive concurrently at two servers', async () => {
    const email = 'flood@example.com';
    const visitor = server.browser('203.0.113.1');
    const code = await visitor.askForCode(email);
    const guesses = Array.from({ length: 24 }, (_, number) =>
      guess(visitor, email, otherCode(code), number % 2 ? sibling : server.url),
    );
    expect(compared(await Promise.all(guesses))).toBe(3);
    expect(await guess(visitor, email, code)).toBe('TOO_MANY_ATTEMPTS');
  });

  it('stays valid when there are only long codes left', async () => {
    const email = 'again@example.com';
    const owner = server.browser('198.51.100.1');
    let code = '';
    for (let latest = await owner.askForCode(email); latest.length === 6; )
      [code, latest] = [latest, await owner.askForCode(email)];
    expect(await getsShortCode(owner, email)).toBe(false);
    expect((await owner.enterCode(email, code)).status).toBe(200);
  });

  it('that was not requested cannot be guessed, and guesses do not keep the owner from signing in', async () => {
    const email = 'unasked@example.com';
    const guesses = networks(12, (number) => `10.1.${number}.1`).map((network) =>
      guess(server.browser(network), email, '000000'),
    );
    expect(new Set(await Promise.all(guesses))).toEqual(new Set(['INVALID_OTP']));
    await expect(server.browser('10.1.0.1').signIn(email)).resolves.toBeUndefined();
  });
});

/** Attacks from other networks: name, number of attackers, guesses each, and their IP addresses. */
const attacks = [
  [`36 strangers with ${ATTEMPTS} guesses each`, 36, ATTEMPTS, (n: number) => `192.0.2.${n}`],
  [
    `${MANY} strangers from 36 networks with a guess each`,
    MANY,
    1,
    (n: number) => `${10 + (n % 36)}.${n & 255}.0.1`,
  ],
  [`${MANY} askers`, MANY, 0, (n: number) => `2001:db8:${n.toString(16)}::1`],
] as const;

describe.each(attacks)('%s', (name, count, guesses, address) => {
  const email = `owner.${name.replaceAll(' ', '-').toLowerCase()}@example.com`;
  let known: HttpClient;
  let owner: HttpClient;
  let code: string;
  let responses: string[];
  beforeAll(async () => {
    known = server.browser('203.0.113.200');
    await known.signIn(email);
    owner = server.browser('198.51.100.1');
    code = await owner.askForCode(email);
    responses = await attack(email, networks(count, address), guesses);
  }, 240_000);

  it('leave a code valid that the owner has requested before', async () => {
    expect((await owner.enterCode(email, code)).status).toBe(200);
  });

  it('never keep the owner from signing in with a new browser, even at a second request', async () => {
    const browser = server.browser('203.0.113.7');
    await browser.askForCode(email);
    await expect(browser.signIn(email)).resolves.toBeUndefined();
  });

  it('do not use up the quota of browsers that have signed in before', async () => {
    for (let codes = 0; codes < 4; codes++) await known.askForCode(email);
    await expect(known.signIn(email)).resolves.toBeUndefined();
  });

  it('do not use up the quota of new browsers on networks from which the owner has signed in', async () => {
    await expect(server.browser('203.0.113.200').signIn(email)).resolves.toBeUndefined();
  });

  it(`cause at most ${GUESSES_AN_HOUR} compared guesses and ${MAILS_AN_HOUR} emails per hour`, () => {
    if (guesses > 0) expect(compared(responses)).toBeGreaterThan(0);
    expect(compared(responses)).toBeLessThanOrEqual(GUESSES_AN_HOUR);
    expect(mailsTo(email)).toBeLessThanOrEqual(MAILS_AN_HOUR);
  });
});

/** Twenty more than use up the quota, few of them from networks that are far enough from earlier ones. */
const EVERYWHERE = 60;

/** An IPv4 address anywhere, as far from the others as addresses are by chance. */
const anywhere = (n: number) =>
  `${1 + ((n * 97) % 222)}.${(n * 31) % 251}.${(n * 17) % 255}.${1 + (n % 250)}`;

describe(`${EVERYWHERE} strangers all over the address space with ${ATTEMPTS} guesses each`, () => {
  const email = 'long@example.com';
  const LONG_CODE = /^([2-9A-Z]{4}-){3}[2-9A-Z]{4}$/;
  const newBrowser = () => server.browser('198.51.100.77');
  let responses: string[];
  beforeAll(async () => {
    responses = await attack(email, networks(EVERYWHERE, anywhere), ATTEMPTS);
  }, 240_000);

  /** Requests a code, which is a long one, and reads it from the latest email. */
  const askForLongCode = async (browser: HttpClient, address: string, at = server.url) => {
    const asked = await browser.call(at + SEND, { json: { email: address, type: 'sign-in' } });
    expect(asked).toMatchObject({ status: 200, body: { success: true } });
    expect(asked.body.longCodeSeconds).toBeGreaterThanOrEqual(2 * 60 - 1);
    expect(asked.body.longCodeSeconds).toBeLessThanOrEqual(12 * 60);
    // Short codes that strangers have requested may be sent after it.
    const longCode = () => server.outbox(address).find(({ code }) => LONG_CODE.test(code ?? ''))?.code;
    await expect.poll(longCode).toBeDefined();
    return String(longCode());
  };

  it('cause no more emails and compared guesses than allowed', () => {
    expect(compared(responses)).toBeGreaterThan(0);
    // At most two of the last twenty may be from networks far enough from the earlier ones.
    expect(compared(responses.slice(AT_ONCE - EVERYWHERE))).toBeLessThanOrEqual(2 * 3);
    expect(compared(responses)).toBeLessThanOrEqual(GUESSES_AN_HOUR);
    expect(mailsTo(email)).toBeLessThanOrEqual(MAILS_AN_HOUR);
  });

  it('cannot prevent the owner from signing in with a new browser on a new network, with a long code', async () => {
    const owner = newBrowser();
    const code = await askForLongCode(owner, email, sibling);
    const entered = { email, otp: code.toLowerCase().replaceAll('-', '') };
    expect((await owner.fetch(sibling + SIGN_IN, { json: entered })).status).toBe(200);
    expect((await owner.call('/api/auth/get-session')).body.user.email).toBe(email);
    // It signs in once.
    expect(await guess(newBrowser(), email, code)).toBe('INVALID_OTP');
  });

  it('cannot sign in with a long code for another address', async () => {
    const other = 'other@example.com';
    await attack(other, networks(36, anywhere), 0);
    const code = await askForLongCode(newBrowser(), other);
    expect(await guess(newBrowser(), email, code)).toBe('INVALID_OTP');
    expect((await newBrowser().enterCode(other, code)).status).toBe(200);
  });

  it('get no long code for a tag without an account, and cannot detect that', async () => {
    const tagged = 'long+tag@example.com';
    const asked = await newBrowser().call(SEND, { json: { email: tagged, type: 'sign-in' } });
    expect(asked).toMatchObject({ status: 200, body: { longCodeSeconds: expect.any(Number) } });
    expect(mailsTo(tagged)).toBe(0);
  });
});

describe('the email quota of a mailbox', () => {
  it('counts all addresses of an IPv6 network as one', async () => {
    const asked = async (email: string, network: (number: number) => string) => {
      const asked = networks(12, network).map((from) => getsShortCode(server.browser(from), email));
      return (await Promise.all(asked)).filter(Boolean).length;
    };
    const same = await asked('same@example.com', (number) => `2001:db8:0:1:${number}::1`);
    expect(same).toBe(await asked('one@example.com', () => '2001:db8:0:1::1'));
    expect(same).toBeLessThan(await asked('far@example.com', (number) => `2${number % 3}0${number}:db8::1`));
  });

  it('counts a tagged address for its mailbox', async () => {
    const addresses = networks(MAILS_AN_HOUR + 6, (number) => `tagged+${number}@example.com`);
    const asked = addresses.map((address, number) =>
      askUntilCounted(server.browser(`${number * 4 + 1}.0.0.1`), address, server.url),
    );
    await Promise.all(asked);
    const sent = () => addresses.reduce((sum, address) => sum + mailsTo(address), 0);
    // Emails are sent shortly after the responses.
    await expect.poll(sent).toBeGreaterThanOrEqual(8);
    expect(sent()).toBeLessThanOrEqual(MAILS_AN_HOUR);
  });

  it('applies to the address that the code goes to, whatever else the body contains', async () => {
    const signedIn = server.browser('203.0.113.9');
    await signedIn.signIn('mover@example.com');
    const statuses: number[] = [];
    while (statuses.length < 40 && statuses.at(-1) !== 429) {
      const json = { email: `other${statuses.length}@example.com`, newEmail: 'target@example.com' };
      statuses.push((await signedIn.fetch('/api/auth/email-otp/request-email-change', { json })).status);
    }
    expect(statuses[0]).toBe(200);
    expect(statuses.at(-1)).toBe(429);
    expect(mailsTo('target@example.com')).toBeLessThanOrEqual(MAILS_AN_HOUR);
  });

  it('counts the invitations of all users together', async () => {
    const statuses: number[] = [];
    for (const email of ['one@example.com', 'two@example.com']) {
      const owner = server.browser('203.0.113.9');
      await owner.signIn(email);
      for (let made = 0; made < 2; made++) {
        const slug = `${email.split('@')[0]}-${made}`;
        const create = { name: 'Readers', slug };
        const { body } = await owner.call('/api/auth/organization/create', { json: create });
        const json = { email: `guest+${slug}@example.com`, role: 'member', organizationId: body.id };
        statuses.push((await owner.call('/api/auth/organization/invite-member', { json })).status);
      }
    }
    expect(statuses).toEqual([200, 200, 429, 429]);
  });
});
