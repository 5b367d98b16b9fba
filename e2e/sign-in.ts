import { expect, type Page } from '@playwright/test';

/** The two accounts that the seeds make. */
export const ADMIN = 'admin@example.com';
export const USER = 'user@example.com';

/** The code of the newest mail to an address, out of the local outbox. Waits for the mail. */
export async function mailedCode(page: Page, email: string): Promise<string> {
  const newest = async () => {
    const response = await page.request.get('/api/outbox', { params: { to: email } });
    const [mail] = (await response.json()) as { code: string }[];
    return mail?.code ?? '';
  };
  await expect.poll(newest).toMatch(/^\d{6}$/);
  return newest();
}

/** Signs in without the pages, where signing in is not what is tested. */
export async function signIn(page: Page, email: string): Promise<void> {
  const sent = await page.request.post('/api/auth/email-otp/send-verification-otp', {
    data: { email, type: 'sign-in' },
  });
  expect(sent.ok()).toBe(true);
  const otp = await mailedCode(page, email);
  const entered = await page.request.post('/api/auth/sign-in/email-otp', { data: { email, otp } });
  expect(entered.ok()).toBe(true);
}

/** An address that nobody has used yet. */
export const newcomer = (): string => `reader-${crypto.randomUUID()}@example.com`;
