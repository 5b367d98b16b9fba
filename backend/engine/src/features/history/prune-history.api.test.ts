import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readSettings } from '#backend/kernel/settings/settings.ts';
import { freshDatabase, type TestDatabase } from '#backend/testing/database.ts';
import { deleteOldChanges, pruneHistory } from './prune-history.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await freshDatabase();
});
afterAll(() => test?.drop());

const RECORD = '01900000-0000-7000-8000-000000000001';
/** Adds changes of the given ages in days. */
const addChanges = (days: string) =>
  test.database.execute({
    sql: `insert into history (id, resource, record_id, action, at, changes)
      select gen_random_uuid(), 'books', '${RECORD}', 'update', now() - age * interval '1 day', '{}' from ${days} as age`,
    parameters: [],
  });
const count = async () =>
  (await test.database.query({ sql: 'select 1 from history', parameters: [] })).length;

beforeEach(() => test.database.execute({ sql: 'delete from history', parameters: [] }));

describe('a history that is older than HISTORY_DAYS', () => {
  it('is deleted in portions, and younger changes remain', async () => {
    await addChanges('generate_series(29, 30)');
    await addChanges('generate_series(31, 1300)');
    expect(await deleteOldChanges(test.database, { days: 30 })).toBe(1271);
    expect(await count()).toBe(1);
    expect(await deleteOldChanges(test.database, { days: 30 })).toBe(0);
  });

  it('is deleted by one server at a time', async () => {
    await addChanges('generate_series(31, 700)');
    const [first, second] = await Promise.all([test.database, await test.connect()]);
    const deleted = await Promise.all([
      deleteOldChanges(first, { days: 30 }),
      deleteOldChanges(second, { days: 30 }),
    ]);
    expect(deleted[0]! + deleted[1]!).toBe(670);
    expect(await count()).toBe(0);
  });

  it('is stored forever without the setting, and the deletion stops with the server', async () => {
    const { historyDays } = readSettings({});
    expect(historyDays).toBeUndefined();
    await pruneHistory(test.database, { historyDays }).stop();
    await pruneHistory(test.database, { historyDays: 30 }).stop();
    expect(() => readSettings({ HISTORY_DAYS: '0' })).toThrow('HISTORY_DAYS');
  });
});
