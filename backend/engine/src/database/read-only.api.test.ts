import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '#backend/testing/database.ts';

let test: TestDatabase;

beforeAll(async () => {
  test = await freshDatabase();
});

afterAll(() => test?.drop());

const INSERT = "insert into mail_quotas (key, grants, expires_at) values ($1, '[]', now())";
const statement = (key: string) => ({ sql: INSERT, parameters: [key] });
const saved = async (key: string) => {
  const sql = 'select 1 from mail_quotas where key = $1';
  return (await test.database.query({ sql, parameters: [key] })).length === 1;
};

// On PGlite, reads and writes share the only connection.
describe.skipIf(!process.env.TEST_DATABASE_URL)('a write through query', () => {
  it.each(['session', 'pipelined', 'list', 'heavy', 'unprepared'] as const)(
    'is rejected, and nothing is written: %s',
    async (mode) => {
      const { query } = test.database;
      await expect(query({ ...statement(mode), mode })).rejects.toThrow('use Database.execute');
      await expect(
        query({ ...statement(mode), sql: `with line as (${INSERT} returning 1) select * from line`, mode }),
      ).rejects.toThrow('use Database.execute');
      expect(await saved(mode)).toBe(false);
    },
  );
});

describe('a write through execute', () => {
  it('is saved', async () => {
    await test.database.execute(statement('execute'));
    expect(await saved('execute')).toBe(true);
  });
});
