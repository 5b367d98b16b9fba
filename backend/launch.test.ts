import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { captureOutput } from './testing/process-output.ts';

/** A temporary project: the launcher, a lockfile and a fake npm that only records its calls. */
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'bindery-launch-'));
  write('package-lock.json', packages({ tool: '1.0.0' }));
  write('npm-cli.js', NPM);
  cpSync(new URL('launch.mjs', import.meta.url), join(root, 'backend/launch.mjs'));
});

afterEach(() => rmSync(root, { recursive: true }));

const NPM = `
const { appendFileSync, cpSync, mkdirSync } = require('node:fs');
appendFileSync('npm.log', process.argv.slice(2).join(' ') + '\\n');
mkdirSync('node_modules', { recursive: true });
setTimeout(() => cpSync('package-lock.json', 'node_modules/.package-lock.json'), 300);
`;

const NOTES = `import { readFileSync } from 'node:fs'; console.log(readFileSync('npm.log', 'utf8'));`;

const PATIENT = `
process.on('SIGTERM', () => {
  console.log('stopping');
  setTimeout(() => process.exit(0), 500);
});
console.log('ready');
setInterval(() => {}, 1000);
`;

test('packages are installed before the first start, and not again', async () => {
  write('script.mjs', NOTES);

  await launch('script.mjs').finished;

  expect(await launch('script.mjs').finished).toMatchObject({ code: 0, output: 'ci --loglevel=error\n\n' });
});

test('packages are installed again when the lockfile asks for another version', async () => {
  write('script.mjs', NOTES);
  await launch('script.mjs').finished;

  write('package-lock.json', packages({ tool: '1.0.1' }));

  const { output } = await launch('script.mjs').finished;
  expect(output.match(/ci/g)).toHaveLength(2);
});

test('two commands started at once install once', async () => {
  write('script.mjs', NOTES);

  const [first, second] = await Promise.all([launch('script.mjs').finished, launch('script.mjs').finished]);

  expect(first.output.match(/ci/g)).toHaveLength(1);
  expect(second.output.match(/ci/g)).toHaveLength(1);
});

test('a failed install ends the start with one clear line', async () => {
  write('npm-cli.js', 'process.exit(3)');

  const { code, errors } = await launch('script.mjs').finished;

  expect(code).toBe(1);
  expect(errors).toContain('The packages could not be installed: npm says above why.');
});

test('a tool is found by its name and gets its arguments; its exit code is passed on', async () => {
  write('package-lock.json', packages({ tool: '1.0.0' }, { weigh: 'cli.cjs' }));
  write('node_modules/tool/cli.cjs', 'console.log(process.argv.slice(2).join("|")); process.exit(7);');

  expect(await launch('weigh', '--of', 'two words').finished).toMatchObject({
    code: 7,
    output: '--of|two words\n',
  });
});

test('a script that npm started stops when npm stops, which only ends the shell between them', async () => {
  write('script.mjs', PATIENT);
  const { child, finished } = start('sh', ['-c', `${process.execPath} backend/launch.mjs script.mjs; true`], {
    npm_lifecycle_event: 'start',
  });
  child.stdout.once('data', () => child.kill('SIGTERM'));

  expect(await finished).toMatchObject({ output: 'ready\nstopping\n' });
});

test('a signal reaches the script once, however often it arrives', async () => {
  write('script.mjs', PATIENT);
  const { child, finished } = launch('script.mjs');
  child.stdout.once('data', () => {
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGTERM'), 100);
  });

  expect(await finished).toMatchObject({ code: 0, output: 'ready\nstopping\n' });
});

function launch(...args: string[]) {
  return start(process.execPath, ['backend/launch.mjs', ...args]);
}

function start(command: string, args: string[], variables: Record<string, string> = {}) {
  const { npm_lifecycle_event: _, ...env } = process.env;
  const child = spawn(command, args, {
    cwd: root,
    env: { ...env, npm_execpath: join(root, 'npm-cli.js'), ...variables },
  });
  return { child, finished: captureOutput(child).ended };
}

function write(path: string, text: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function packages(versions: Record<string, string>, bin?: Record<string, string>) {
  const entries = Object.entries(versions).map(([name, version]) => [
    `node_modules/${name}`,
    { version, bin },
  ]);
  return JSON.stringify({ packages: { '': {}, ...Object.fromEntries(entries) } });
}
