import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import express from 'express';
import { afterEach, expect, it } from 'vitest';
import { logger } from '#backend/logging/logger.ts';
import { type DownloadLimits, limitDownload } from './downloads.ts';

logger.level = 'silent';

const MEGABYTE = 'x'.repeat(1_000_000);
const PATIENT: DownloadLimits = { stalledMs: 60_000, minSpeed: 1, windowMs: 60_000, maxDurationMs: 60_000 };

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Serves a download, and connects a client that has read none of it yet. */
async function begin(limits: Partial<DownloadLimits>, pieces: () => AsyncIterable<string>) {
  const app = express();
  const ended = Promise.withResolvers<void>();
  app.get('/', (_req, res) => {
    limitDownload(res, { ...PATIENT, ...limits });
    res.once('close', ended.resolve);
    Readable.from(pieces(), { objectMode: false }).pipe(res);
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  closing.push(
    () => client.destroy(),
    () => server.close(),
  );
  client.on('error', () => {});
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  const hasEnded = (withinMs: number) =>
    Promise.race([ended.promise.then(() => true), wait(withinMs, false, { ref: false })]);
  return { client, hasEnded };
}

async function* endless() {
  for (;;) yield MEGABYTE;
}

/** Reads a little at a time, forever. */
async function trickle(client: Socket, bytes: number) {
  while (!client.destroyed) {
    client.read(bytes);
    await wait(20);
  }
}

it('a client that reads nothing loses its download', async () => {
  const { hasEnded } = await begin({ stalledMs: 300 }, endless);
  expect(await hasEnded(10_000)).toBe(true);
});

it('a client that reads so little that its connection is never idle loses it too', async () => {
  const { client, hasEnded } = await begin({ minSpeed: 50_000_000, windowMs: 400 }, endless);
  void trickle(client, 50_000);
  expect(await hasEnded(10_000)).toBe(true);
});

it('a fast client loses it after the longest time', async () => {
  const { client, hasEnded } = await begin({ maxDurationMs: 500 }, endless);
  client.resume();
  expect(await hasEnded(10_000)).toBe(true);
});

it('a client that is fast enough completes its download, even while the server is slow', async () => {
  async function* slow() {
    yield MEGABYTE;
    await wait(1_500);
    yield 'the end';
  }
  const { client } = await begin({ minSpeed: 5_000_000, windowMs: 200 }, slow);
  let text = '';
  client.on('data', (data) => {
    text += data;
  });
  await once(client, 'close');
  expect(text).toContain('the end');
});
