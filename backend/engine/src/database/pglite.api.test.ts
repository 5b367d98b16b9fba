import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { freshDatabase } from '#backend/testing/database.ts';

it('a series of statements leaves the process time for others', async () => {
  const { database, drop } = await freshDatabase();
  try {
    let other: unknown;
    void wait(0).then(() => {
      other = 'has run';
    });
    const end = performance.now() + 2_000;
    while (!other && performance.now() < end) await database.execute({ sql: 'select 1', parameters: [] });
    expect(other).toBe('has run');
  } finally {
    await drop();
  }
});
