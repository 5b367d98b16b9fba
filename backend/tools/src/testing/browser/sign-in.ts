import { setTimeout as wait } from 'node:timers/promises';
import { type APIRequestContext, type Cookie, expect, type Page } from '@playwright/test';

/** The address of the sample admin. */
export const ADMIN = 'admin@example.com';
/** The address of the sample user without rights to the manager. */
export const USER = 'user@example.com';

/** Returns an unused email address. */
export const newcomer = (): string => `reader-${crypto.randomUUID()}@example.com`;

/**
 * Returns the code of the newest email to an address from the local outbox. Waits for the email: emails are
 * sent after the response, so a test that requests a second code states the number of earlier ones.
 */
export async function mailedCode({ request }: Page, email: string, { earlier = 0 } = {}): Promise<string> {
  const codes = () => mailedCodes(request, email);
  await expect.poll(async () => (await codes()).length).toBeGreaterThan(earlier);
  return (await codes())[0]!;
}

const stored = new Map<string, Cookie[]>();

/**
 * Signs in through the API, for tests of something else. Many tests share the session of an account, so a
 * test that ends its sessions must use a newcomer's address.
 */
export async function signIn(page: Page, email: string): Promise<void> {
  const context = page.context();
  const cookies = stored.get(email);
  if (cookies) return context.addCookies(cookies);
  await signInThrough(context.request, email);
  stored.set(email, await context.cookies());
}

/** Signs in through the API; the cookies stay in the request context. */
export async function signInThrough(request: APIRequestContext, email: string): Promise<void> {
  const tried = new Set(await mailedCodes(request, email));
  const sent = await request.post('/api/auth/email-otp/send-verification-otp', {
    data: { email, type: 'sign-in' },
  });
  // Parallel tests may sign in to the same account: codes of other tests are skipped.
  for (let waits = 0; sent.ok() && waits < 400; waits++) {
    for (const otp of (await mailedCodes(request, email)).filter((code) => !tried.has(code))) {
      const entered = await request.post('/api/auth/sign-in/email-otp', { data: { email, otp } });
      if (entered.ok()) return;
      tried.add(otp);
    }
    await wait(25);
  }
  throw new Error(`${email} could not sign in: ${sent.status()} ${await sent.text()}`);
}

async function mailedCodes(request: APIRequestContext, email: string): Promise<string[]> {
  const response = await request.get('/api/outbox', { params: { to: email } });
  return ((await response.json()) as { code?: string }[]).flatMap(({ code }) => code ?? []);
}
