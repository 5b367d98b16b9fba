import { newcomer, signInThrough } from '@bindery/tools/testing/browser/sign-in.ts';
import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test';

/** A user created for a test, and their address in the manager. */
export interface Made {
  readonly id: string;
  readonly email: string;
  readonly address: string;
}

/** Creates a user through the API, for tests of something else. `page` must be signed in as an admin. */
export async function createUser(page: Page, values: object = {}): Promise<Made> {
  const response = await page.request.post('/api/users', { data: { email: newcomer(), ...values } });
  expect(response.status()).toBe(201);
  const { id, email } = await response.json();
  return { id, email, address: `/manager/users/${id}` };
}

/** Signs the user in on another device. */
export async function signedIn(browser: Browser, { email }: Made): Promise<APIRequestContext> {
  const { request } = await browser.newContext();
  await signInThrough(request, email);
  return request;
}

/** Returns the session of a request context; null without one. */
export const sessionOf = async (request: APIRequestContext) =>
  (await (await request.get('/api/fn/init')).json()).session;

/** Returns the address of the signed-in user in the manager. */
export async function ownAddress(page: Page): Promise<string> {
  return `/manager/users/${(await sessionOf(page.request)).user.id}`;
}

/** Locates a button by its exact name. */
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
