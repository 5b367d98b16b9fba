import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { postgresListener } from './notifications.ts';

it('a connection that the server closes during `close` is released once', async () => {
  const release = vi.fn();
  const client = Object.assign(new pg.Client(), { release });
  vi.spyOn(client, 'query').mockImplementation(async () => {});
  const pool = new pg.Pool();
  vi.spyOn(pool, 'connect').mockImplementation(async () => client);
  const listener = postgresListener(pool, 60_000);
  await listener.listen('events', () => {});
  await listener.close();
  client.emit('error', new Error('terminating connection due to administrator command'));
  expect(release.mock.calls).toEqual([[true]]);
  client.emit('end');
});
