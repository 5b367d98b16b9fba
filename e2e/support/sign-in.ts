import { setTimeout as wait } from 'node:timers/promises';
import { type APIRequestContext, type Cookie, expect, type Page } from '@playwright/test';

/** The two accounts that the seeds make. */
export const ADMIN = 'admin@example.com';
export const USER = 'user@example.com';

/** An address that nobody has used yet. */
export const newcomer = (): string => `reader-${crypto.randomUUID()}@example.com`;

/** The code of the newest mail to an address, out of the local outbox. Waits for the mail. */
export async function mailedCode({ request }: Page, email: string): Promise<string> {
  const newest = async () => (await mailedCodes(request, email))[0] ?? '';
  await expect.poll(newest).toMatch(/^\d{6}$/);
  return newest();
}

const kept = new Map<string, Cookie[]>();

/**
 * Signs in without the pages, where signing in is not what is tested. An account signs in once for many tests, so one
 * that ends its sessions takes the address of a newcomer.
 */
export async function signIn(page: Page, email: string): Promise<void> {
  const context = page.context();
  const cookies = kept.get(email);
  if (cookies) return context.addCookies(cookies);
  await signInThrough(context.request, email);
  kept.set(email, await context.cookies());
}

/** Signs in by calls alone; the cookies stay where the calls come from. */
export async function signInThrough(request: APIRequestContext, email: string): Promise<void> {
  const tried = new Set(await mailedCodes(request, email));
  const sent = await request.post('/api/auth/email-otp/send-verification-otp', {
    data: { email, type: 'sign-in' },
  });
  // Others may sign in to the same account at the same moment: a code that is not ours is passed over.
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
