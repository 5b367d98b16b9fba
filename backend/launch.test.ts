import { spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { captureOutput } from '@bindery/backend/testing/process-output.ts';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';

/** A temporary project: the launcher, a lockfile and a fake npm that only records its calls. */
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'bindery-launch-'));
  write('package-lock.json', packages({ tool: '1.0.0' }));
  write('npm-cli.js', NPM);
  cpSync(new URL('launch.mjs', import.meta.url), join(root, 'backend/launch.mjs'));
  // It reads the supported Node.js releases from an installed package.
  const installed = join(root, 'node_modules/@bindery/backend');
  cpSync(new URL('engine/package.json', import.meta.url), join(installed, 'package.json'));
  const releases = 'src/kernel/node-releases.mjs';
  cpSync(new URL(`engine/${releases}`, import.meta.url), join(installed, releases));
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

test('a product without a lockfile installs its packages, which writes one', async () => {
  rmSync(join(root, 'package-lock.json'));
  write('npm-cli.js', `require('node:fs').writeFileSync('package-lock.json', '{"packages":{}}');\n${NPM}`);
  write('script.mjs', NOTES);

  expect(await launch('script.mjs').finished).toMatchObject({
    code: 0,
    output: 'install --loglevel=error\n\n',
  });
});

test('packages are installed again when the lockfile requires another version', async () => {
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

test('a failed install stops the start with one clear line', async () => {
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

test('a script that npm started stops when npm stops, which only stops the shell between them', async () => {
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

describe('the Node.js that a script runs on', () => {
  const OWN = `node-${process.platform === 'darwin' && process.arch === 'arm64' ? 'bin-' : ''}${process.platform}-${process.arch}`;

  it.each([
    ['26.12.1', 'machine', 'the security release itself'],
    ['26.12.0', 'own', 'older than the security release'],
    ['24.22.1', 'own', 'patched, but of a line that does not run the project'],
    ['no version', 'own', 'broken'],
  ])('is for Node.js %s on the machine: the %s one (%s)', async (version, expected) => {
    addNode(`node_modules/${OWN}/bin`, { version: '26.10.0', mark: 'own' });
    addNode('machine', { version, mark: 'machine' });
    write('script.mjs', 'console.log(process.env.MARK);');
    expect(await launchWith({ machine: 'machine' }).finished).toMatchObject({
      code: 0,
      output: `${expected}\n`,
    });
  });

  it('is never one in the node_modules of another project, which npm scripts put first in the PATH', async () => {
    addNode(`node_modules/${OWN}/bin`, { version: '26.10.0', mark: 'own' });
    addNode('other/node_modules/.bin', { version: '26.12.1', mark: 'other' });
    write('script.mjs', 'console.log(process.env.MARK);');
    expect((await launchWith({ machine: 'other/node_modules/.bin' }).finished).output).toBe('own\n');
  });

  it('is the machine’s that runs npm, if the PATH has none', async () => {
    addNode(`node_modules/${OWN}/bin`, { version: '26.10.0', mark: 'own' });
    addNode('machine', { version: '26.12.1', mark: 'machine' });
    write('script.mjs', 'console.log(process.env.MARK);');
    const npm = { npm_node_execpath: join(root, 'machine/node') };
    expect((await launchWith({ machine: 'nowhere', variables: npm }).finished).output).toBe('machine\n');
  });

  it('may lack the fixes if the project has none for the platform', async () => {
    addNode('machine', { version: '26.12.0', mark: 'machine' });
    write('script.mjs', 'console.log(process.env.MARK ?? "this one");');
    expect((await launchWith({ machine: 'machine' }).finished).output).toMatch(/^(machine|this one)\n$/);
  });

  /** Adds a Node.js that states a version, and runs scripts on the real one with a mark. */
  function addNode(folder: string, { version, mark }: { version: string; mark: string }) {
    write(
      `${folder}/node`,
      `#!/bin/sh\n[ "$1" = --version ] && echo v${version} && exit\nMARK=${mark} exec ${process.execPath} "$@"\n`,
    );
    chmodSync(join(root, folder, 'node'), 0o755);
  }

  function launchWith({ machine, variables }: { machine: string; variables?: Record<string, string> }) {
    write('node_modules/.package-lock.json', packages({ tool: '1.0.0' }));
    return start(process.execPath, ['backend/launch.mjs', 'script.mjs'], {
      PATH: [join(root, machine), '/bin'].join(':'),
      npm_node_execpath: '',
      ...variables,
    });
  }
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
