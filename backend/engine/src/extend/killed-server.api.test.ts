import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { lendingLibrary } from '@bindery/contract/testing/lending-library.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '#backend/database/connection.ts';
import { createEntities } from '#backend/database/entities.ts';
import { freshDatabase, type TestDatabase } from '#backend/testing/database.ts';
import { deliverGenres } from '#backend/testing/genre-events.ts';
import { captureOutput } from '#backend/testing/process-output.ts';
import { pgliteOf } from '#backend/testing/shared-pglite.ts';

const SCRIPT = fileURLToPath(new URL('../testing/event-process.ts', import.meta.url));
/** Its emails contain the name of the product. */
const PRODUCT = pathToFileURL(resolve('contract/engine/src/testing/load-product.ts')).href;

let test: TestDatabase;
const folder = mkdtempSync(join(tmpdir(), 'bindery-events-'));
const template = join(folder, 'template.tar');
const dataDir = join(folder, 'data');

beforeAll(async () => {
  test = await freshDatabase();
  if (test.url) return;
  const packed = await (await pgliteOf(test.database)).dumpDataDir('none');
  writeFileSync(template, Buffer.from(await packed.arrayBuffer()));
});
afterAll(async () => {
  await test?.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a process until it has printed this many lines with these words, then kills it; returns its lines. */
async function killAfter(counts: Readonly<Record<string, number>>) {
  const place = test.url ? [test.url] : [dataDir, template];
  const child = spawn(process.execPath, ['--import', PRODUCT, SCRIPT, ...place], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { ended, output } = captureOutput(child);
  const lines = (word: string) =>
    output()
      .split('\n')
      .filter((line) => line.startsWith(word));
  while (Object.entries(counts).some(([word, count]) => lines(word).length < count)) {
    const end = await Promise.race([once(child.stdout, 'data'), ended]);
    if ('code' in end) throw new Error(end.errors.slice(-2_000));
  }
  child.kill('SIGKILL');
  await ended;
  return lines;
}

/** Delivers what a killed process has left, as the next server does; returns its lines. */
async function deliver(count: number): Promise<string[]> {
  const entities = createEntities(lendingLibrary);
  const database = await openDatabase(test.url ? { entities, url: test.url } : { entities, dataDir });
  // The claims of stopped servers would otherwise expire in seconds.
  await database.execute({ sql: 'update write_events set due_at = now()', parameters: [] });
  const lines: string[] = [];
  const all = Promise.withResolvers<void>();
  const { events } = deliverGenres(database, async ({ id, recordId }) => {
    if (lines.push(`delivered ${recordId} ${id}`) === count) all.resolve();
  });
  await all.promise;
  await events.stop();
  await database.close();
  return lines;
}

it('writes whose server is killed before or in the middle of their hook are delivered by the next one', async () => {
  const before = await killAfter({ committed: 6, delivered: 4 });
  const begun = before('delivered');
  expect(begun).toHaveLength(4);
  const after = await deliver(6);
  expect(after).toEqual(expect.arrayContaining(begun));
  expect(after.map((line) => line.split(' ')[1]).toSorted()).toEqual(
    before('committed')
      .map((line) => line.split(' ')[1]!)
      .toSorted(),
  );
});
