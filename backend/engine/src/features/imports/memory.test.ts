import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readCsvRecords } from './read-records.ts';
import { receiveFile } from './receive-file.ts';

const LINES_PER_PIECE = 500;
const line = (number: number) => `Title ${number},${'x'.repeat(200)}\n`;

/** A file that counts the bytes that have been read from it. */
function fileOf(lines: number) {
  const taken = { bytes: 0 };
  async function* pieces() {
    for (let start = 0; start < lines; start += LINES_PER_PIECE) {
      const text = Array.from({ length: Math.min(LINES_PER_PIECE, lines - start) }, (_, index) =>
        line(start + index),
      ).join('');
      const piece = Buffer.from(start === 0 ? `title,author\n${text}` : text);
      taken.bytes += piece.length;
      yield piece;
    }
  }
  return { taken, pieces };
}

/**
 * Returns the maximum number of bytes of a file that have been read but not yet passed on, with a waiting
 * consumer.
 */
async function heldWhileReading(lines: number): Promise<number> {
  const { taken, pieces } = fileOf(lines);
  let [passedOn, most] = [0, 0];
  for await (const records of readCsvRecords(pieces(), ',')) {
    // Gives readers the chance to read ahead.
    for (let turn = 0; turn < 5; turn++) await setImmediate();
    most = Math.max(most, taken.bytes - passedOn);
    for (const { cells } of records) passedOn += Buffer.byteLength(cells.join(',')) + 1;
  }
  return most;
}

/**
 * Returns the maximum number of bytes of an upload that have arrived but are not yet stored, with a slow
 * database.
 */
async function heldWhileReceiving(lines: number): Promise<number> {
  const { taken, pieces } = fileOf(lines);
  let [kept, most] = [0, 0];
  const upload = Readable.from(pieces(), { objectMode: false });
  await receiveFile(upload, async ({ data }) => {
    for (let turn = 0; turn < 5; turn++) await setImmediate();
    most = Math.max(most, taken.bytes - kept);
    kept += data.length;
  });
  expect(kept).toBe(taken.bytes);
  return most;
}

test('reading the records of a large file needs as much memory as of a small one', async () => {
  const small = await heldWhileReading(2_000);
  expect(await heldWhileReading(10_000)).toBeLessThan(small * 1.5);
});

test('receiving a large file needs as much memory as a small one', async () => {
  const small = await heldWhileReceiving(3_000);
  expect(await heldWhileReceiving(15_000)).toBeLessThan(small * 1.5);
});
