import { createClient } from '../../../index.ts';

/** Returns all users' email addresses, with an API key. The guide to API keys quotes it; a test runs it. */
export async function addressesOfUsers(baseUrl: string, apiKey: string): Promise<string[]> {
  const client = createClient({ baseUrl, apiKey });
  const { status, body } = await client.users.list({ query: { _sort: 'email', _end: 100 } });
  if (status !== 200) throw new Error(`${body.code}: ${body.message}`);
  return body.map(({ email }) => email);
}
