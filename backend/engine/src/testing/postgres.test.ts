import { existsSync } from 'node:fs';
import pg from 'pg';
import { expect, test } from 'vitest';
import { startPostgres } from './postgres.ts';
import { findPostgres } from './postgres-binaries.ts';

test.runIf(findPostgres())(
  'a temporary PostgreSQL knows all letters, and leaves nothing behind',
  async () => {
    const server = await startPostgres();
    const client = new pg.Client(server.url);
    await client.connect();
    const { rows } = await client.query(
      `select upper('é') as upper, current_setting('data_directory') as folder, current_setting('fsync') as fsync`,
    );
    await client.end();
    server.stop();

    expect(rows).toEqual([{ upper: 'É', folder: expect.any(String), fsync: 'off' }]);
    expect(existsSync(rows[0].folder)).toBe(false);
  },
);
