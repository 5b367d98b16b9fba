import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test';
import { newcomer, signInThrough } from './sign-in.ts';

/** A user made for a test, and where the manager shows them. */
export interface Made {
  readonly id: string;
  readonly email: string;
  readonly address: string;
}

/** Makes a user by a call alone, where making one is not what is tested. An admin's page has to ask. */
export async function createUser(page: Page, values: object = {}): Promise<Made> {
  const answer = await page.request.post('/api/users', { data: { email: newcomer(), ...values } });
  expect(answer.status()).toBe(201);
  const { id, email } = await answer.json();
  return { id, email, address: `/manager/users/${id}` };
}

/** Another device, on which the user is signed in. */
export async function signedIn(browser: Browser, { email }: Made): Promise<APIRequestContext> {
  const { request } = await browser.newContext();
  await signInThrough(request, email);
  return request;
}

/** The session that calls from there have; null without one. */
export const sessionOf = async (request: APIRequestContext) =>
  (await (await request.get('/api/fn/init')).json()).session;

/** Where the manager shows whoever is signed in. */
export async function ownAddress(page: Page): Promise<string> {
  return `/manager/users/${(await sessionOf(page.request)).user.id}`;
}

/** A button by the whole of its name. */
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
