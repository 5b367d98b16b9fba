import { readFileSync } from 'node:fs';
import { addressesOfUsers } from '@bindery/contract/testing/api-key-example.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKeyClient } from '#backend/testing/api-key-client.ts';
import { ADMIN } from '#backend/testing/server.ts';
import { UserFixture } from '#backend/testing/user-fixture.ts';

const textOf = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const withoutIndent = (code: string) => code.replaceAll(/^\s+/gm, '');
const guide = textOf('../../../../../docs/api-keys.md');
const [example = ''] = [...guide.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code);
const commands = guide.match(/^curl .*$/gm) ?? [];

let ctx: UserFixture;
beforeAll(async () => {
  ctx = await UserFixture.start();
});
afterAll(() => ctx?.close());

describe('the guide to API keys', () => {
  it("quotes a client that finds what the key's user may read", async () => {
    expect(withoutIndent(textOf('../../../../../contract/engine/src/testing/api-key-example.ts'))).toContain(
      withoutIndent(example),
    );
    const { client } = await createKeyClient(ctx);
    expect(await addressesOfUsers(ctx.server.url, client.key)).toContain(ADMIN);
    await expect(addressesOfUsers(ctx.server.url, 'wrong')).rejects.toThrow('API_KEY_INVALID');
  });

  it('has a command for each kind of response', () => expect(commands).toHaveLength(3));

  it.each(commands)('has a command that works: %s', async (command) => {
    const { client } = await createKeyClient(ctx);
    const [, name = '', value = ''] = /-H "([^:]+): ([^"]+)"/.exec(command) ?? [];
    const [, path = ''] = / "http:\/\/localhost:3000([^"]+)"$/.exec(command) ?? [];
    const headers = { [name]: value.replace('$KEY', client.key) };
    expect((await fetch(ctx.server.url + path, { headers })).status).toBe(200);
  });
});
