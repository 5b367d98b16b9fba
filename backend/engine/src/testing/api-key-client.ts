import { type TestResponse, UNCOMPRESSED } from './browser.ts';
import type { UserFixture } from './user-fixture.ts';

/** A program that calls a test's server with an API key, and stores no cookies. */
export class ApiKeyClient {
  readonly key: string;
  readonly id: string;
  readonly #url: string;

  constructor(url: string, { key, id }: { key: string; id: string }) {
    this.#url = url;
    this.key = key;
    this.id = id;
  }

  async call(
    method: string,
    path: string,
    json?: unknown,
    headers: Record<string, string> = {},
  ): Promise<TestResponse> {
    const response = await fetch(new URL(path, this.#url), {
      method,
      headers: {
        authorization: `Bearer ${this.key}`,
        ...UNCOMPRESSED,
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  }
}

/** Creates an API key of a new user, as that user. */
export async function createKeyClient(
  ctx: UserFixture,
  {
    role = 'admin',
    ...values
  }: { role?: string; name?: string; readOnly?: boolean; expiresAt?: string } = {},
) {
  const { id: userId, email } = await ctx.user({ role });
  const browser = await ctx.withSession(email);
  const created = await ctx.call(browser, 'POST', '/api/account/api-keys', { name: 'Nightly', ...values });
  if (created.status !== 201) throw new Error(`No key was created: ${JSON.stringify(created.body)}`);
  return { userId, email, browser, client: new ApiKeyClient(ctx.server.url, created.body) };
}
