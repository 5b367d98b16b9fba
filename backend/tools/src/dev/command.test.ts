import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepRunning } from './command.ts';

let root: string;
let said: string[];
let stop: () => Promise<void>;

const at = (path: string) => join(root, path);
const write = (path: string, text: string) => writeFileSync(at(path), text);
/** Saves like many editors: writes another file and renames it. */
const replace = (path: string, text: string) => {
  write('saved.tmp', text);
  renameSync(at('saved.tmp'), at(path));
};
const starts = () => readFileSync(at('starts.log'), 'utf8').split('\n').filter(Boolean);
const waits = () => said.filter((line) => line.startsWith('Waiting')).length;

/**
 * Reports the content of the config when it shall start, and whether it is a restart; ends with an error if
 * it is invalid, waits if it is unfinished, and otherwise is ready and keeps running. Takes a changed product
 * unless it is invalid.
 */
const PROGRAM = `
  const { appendFileSync, readFileSync } = require('node:fs');
  const { BINDERY_IS_RESTART } = process.env;
  const report = (text) => appendFileSync('starts.log', text + '\\n');
  appendFileSync('loads.log', process.pid + '\\n');
  process.once('message', () => {
    const config = readFileSync('config.ts', 'utf8') + (BINDERY_IS_RESTART ? ' (restart)' : '');
    if (config.includes('invalid')) {
      report(config);
      process.exit(1);
    }
    if (config.includes('unfinished')) return process.send('failed', () => report(config));
    process.on('message', ({ stopFor }) => {
      if (stopFor) process.exit();
      const product = readFileSync('product.ts', 'utf8');
      if (product.includes('invalid')) process.send('restart');
      else report('took ' + product);
    });
    process.send('ready', () => report(config));
  });
`;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'kept-program-'));
  said = [];
  mkdirSync(at('code'));
  write('starts.log', '');
});
afterEach(async () => {
  await stop();
  rmSync(root, { recursive: true });
});

function run(config: string) {
  write('config.ts', config);
  stop = keepRunning({
    command: process.execPath,
    args: ['-e', `process.chdir(${JSON.stringify(root)});${PROGRAM}`],
    sources: {
      root,
      folders: ['code', 'own/pages'],
      files: ['{config,product}.ts', '{code,own/pages}/**/*.ts'],
      exclude: ['**/*.test.ts'],
    },
    print: (line) => said.push(line),
  });
}

describe('a watched program', () => {
  it('starts again after a failed start once the file is valid, regardless of earlier failures', async () => {
    run('invalid 1');
    await expect.poll(waits).toBe(1);
    replace('config.ts', 'invalid 2');
    await expect.poll(waits).toBe(2);
    replace('config.ts', 'invalid 3');
    await expect.poll(waits).toBe(3);
    write('config.ts', 'right');
    await expect.poll(starts).toEqual(['invalid 1', 'invalid 2', 'invalid 3', 'right']);
    expect(said).toContain('config.ts changed: restarting …');
  });

  it('is told that it is a restart once one was ready', async () => {
    run('first');
    await expect.poll(starts).toHaveLength(1);
    replace('config.ts', 'invalid');
    await expect.poll(waits).toBe(1);
    replace('config.ts', 'mended');
    await expect.poll(starts).toEqual(['first', 'invalid (restart)', 'mended (restart)']);
  });

  it('takes a change of product.ts while it runs, and starts again if it cannot', async () => {
    run('first');
    await expect.poll(starts).toHaveLength(1);
    write('product.ts', 'red');
    await expect.poll(starts).toEqual(['first', 'took red']);
    expect(said).toEqual([]);
    replace('product.ts', 'invalid');
    await expect.poll(starts).toEqual(['first', 'took red', 'first (restart)']);
    expect(said).toEqual(['product.ts changed: restarting …']);
  });

  it('prepares its next process after a failed start, but starts none that has loaded former code', async () => {
    const loads = () => readFileSync(at('loads.log'), 'utf8').split('\n').filter(Boolean).length;
    mkdirSync(at('code/engine'));
    run('unfinished');
    await expect.poll(loads).toBe(2);
    replace('config.ts', 'unfinished still');
    await expect.poll(starts).toEqual(['unfinished', 'unfinished still']);
    await expect.poll(loads).toBe(3);
    write('code/engine/hooks.ts', '');
    await expect.poll(starts).toHaveLength(3);
    await expect.poll(loads).toBe(5);
  });

  it('starts again when a file of a new folder is added, changed or removed', async () => {
    run('first');
    await expect.poll(starts).toHaveLength(1);
    mkdirSync(at('code/loans'));
    write('code/loans/hooks.ts', 'broken');
    await expect.poll(starts).toHaveLength(2);
    replace('code/loans/hooks.ts', 'mended');
    await expect.poll(starts).toHaveLength(3);
    rmSync(at('code/loans'), { recursive: true });
    await expect.poll(starts).toHaveLength(4);
  });

  it('starts again when a file is added whose watched folder did not exist', async () => {
    mkdirSync(at('own'));
    run('first');
    await expect.poll(starts).toHaveLength(1);
    mkdirSync(at('own/pages/loans'), { recursive: true });
    await new Promise((resolve) => setTimeout(resolve, 200));
    write('own/pages/loans/pages.ts', '');
    await expect.poll(starts).toHaveLength(2);
  });

  it('keeps running when a test or an unrelated file is saved', async () => {
    run('first');
    await expect.poll(starts).toHaveLength(1);
    write('code/loans.test.ts', '');
    write('notes.txt', '');
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(said).toEqual([]);
    write('code/loans.ts', '');
    await expect.poll(starts).toHaveLength(2);
  });
});
