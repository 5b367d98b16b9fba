import { expect, test } from 'vitest';
import { logger } from '#backend/logging/logger.ts';
import { type ClaimedEvent, Delivery, nextAttemptIn } from './delivery.ts';

logger.level = 'silent';

const event: ClaimedEvent = {
  position: '1',
  id: 'event',
  resource: 'books',
  recordId: 'book',
  action: 'create',
  actorId: null,
  impersonatorId: null,
  apiKey: null,
  batch: null,
  changes: {},
  at: new Date(0),
  attempts: 1,
};

/** A database with one event, which records the statements that settle it. */
function oneEvent() {
  const settled: string[] = [];
  let events = [event];
  const execute = async <Row extends object>({ sql }: { sql: string }): Promise<Row[]> => {
    if (sql.includes('skip locked')) return events.splice(0) as Row[];
    settled.push(sql.trim().split(' ')[0]!);
    return [];
  };
  return { settled, database: { execute }, add: () => (events = [event]) };
}

test('the pauses between attempts grow, up to an hour, until the event is given up after a day', () => {
  const pauses = Array.from({ length: 27 }, (_, index) => nextAttemptIn(index + 1)!);
  expect(pauses.slice(0, 7)).toEqual([1, 5, 30, 120, 600, 3_600, 3_600]);
  const hours = pauses.reduce((sum, seconds) => sum + seconds, 0) / 3_600;
  expect(hours).toBeGreaterThan(20);
  expect(nextAttemptIn(28)).toBeUndefined();
});

test('stopping waits for running hooks and starts no others', async () => {
  const { database, settled, add } = oneEvent();
  const began = Promise.withResolvers<void>();
  const ends = Promise.withResolvers<void>();
  let runs = 0;
  const deliver = async () => {
    runs++;
    began.resolve();
    await ends.promise;
  };
  const delivery = new Delivery({ database, resource: 'books', deliver });
  delivery.start();
  await began.promise;
  add();
  let isStopped = false;
  const stopping = delivery.stop().then(() => {
    isStopped = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(isStopped).toBe(false);
  ends.resolve();
  await stopping;
  expect(runs).toBe(1);
  expect(settled).toEqual(['delete']);
});

test('events that cannot be read are queried again', async () => {
  const { database } = oneEvent();
  let failures = 1;
  const execute = async <Row extends object>(statement: { sql: string }): Promise<Row[]> => {
    if (failures-- > 0) throw new Error('The database is away');
    return database.execute<Row>(statement);
  };
  const delivered = Promise.withResolvers<void>();
  const deliver = async () => delivered.resolve();
  const delivery = new Delivery({ database: { execute }, resource: 'books', deliver });
  delivery.start();
  await new Promise((resolve) => setImmediate(resolve));
  delivery.wake();
  await delivered.promise;
  await delivery.stop();
});
