import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { COMPILER, compilerEnv, compilerOptions } from '@bindery/backend/testing/compiler.ts';
import { freePort } from '@bindery/backend/testing/free-port.ts';
import { prepareDatabase } from '@bindery/backend/testing/prepare-database.ts';

/** A running server of a copy. */
export interface CopyServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** A server that this process has started. */
export interface StartedServer extends CopyServer {
  /** Returns its output so far. */
  output(): string;
}

/** The folder of the engine's packages in node_modules. */
const OURS = '@bindery';

const NEVER_COMPILED = ['node_modules', 'backend/create-bindery/template'];

/** Files that do not depend on examples, half of the compiler's work: the engine's tests and tools. */
const TESTS_OF_ENGINE = [
  ...['**/engine/**/*.test.ts', '**/engine/**/*.test.tsx', '**/engine/**/testing'],
  ...['backend/*.test.ts', 'backend/tools', 'e2e/*.ts', 'e2e/*/*.ts'],
];

/** A server that takes longer hangs: without these limits its test would wait for ever. */
const MAX_ANSWER_MS = 20_000;
const MAX_STOP_MS = 30_000;

const ended = (child: ChildProcess) =>
  new Promise<void>((settle) => {
    if (child.exitCode !== null || child.signalCode !== null) settle();
    else child.once('exit', () => settle());
  });

/** Links the installed packages into a copy, whose engine packages are the copy's own folders. */
function linkPackages(folder: string): void {
  const packages = join(folder, 'node_modules');
  mkdirSync(join(packages, OURS), { recursive: true });
  for (const name of readdirSync('node_modules'))
    if (name !== OURS) symlinkSync(resolve('node_modules', name), join(packages, name));
  for (const name of readdirSync(join('node_modules', OURS)))
    symlinkSync(readlinkSync(join('node_modules', OURS, name)), join(packages, OURS, name));
}

/** A copy of the project in a temporary folder, whose config tests can edit like a developer. */
export class ProjectCopy {
  readonly folder = mkdtempSync(join(tmpdir(), 'bindery-copy-'));

  /**
   * Copies the files of the project, and links the installed packages. Built files are compressed only if a
   * benchmark weighs them: that is more than a quarter of a build's CPU time.
   */
  constructor({ isWeighed = false } = {}) {
    const list = ['ls-files', '--cached', '--others', '--exclude-standard'];
    const files = execFileSync('git', list, { encoding: 'utf8' }).split('\n').filter(Boolean);
    for (const file of files) cpSync(file, join(this.folder, file));
    linkPackages(this.folder);
    if (!isWeighed)
      this.edit('frontend/engine/src/build/precompress.ts', { '(js|css|json|svg|webmanifest)': '(never)' });
  }

  /** Edits resources.config.ts. Throws if it does not contain a text to be replaced. */
  editConfig(replacements: Readonly<Record<string, string>>): void {
    this.edit('resources.config.ts', replacements);
  }

  /** Edits a file. Throws if it does not contain a text to be replaced. */
  edit(file: string, replacements: Readonly<Record<string, string>>): void {
    const path = join(this.folder, file);
    let source = readFileSync(path, 'utf8');
    for (const [from, to] of Object.entries(replacements)) {
      if (!source.includes(from)) throw new Error(`${file} has no "${from}"`);
      source = source.replace(from, to);
    }
    writeFileSync(path, source);
  }

  /** Writes a file of the copy, and the folders above it. */
  write(file: string, content: string): void {
    const path = join(this.folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }

  /** Deletes a folder. Throws if it does not exist. */
  deleteFolder(folder: string): void {
    rmSync(join(this.folder, folder), { recursive: true });
  }

  /** Returns the content of a file. */
  read(file: string): string {
    return readFileSync(join(this.folder, file), 'utf8');
  }

  /** Commits all of the copy, which becomes a repository with its first commit. */
  commit(message: string): void {
    if (!existsSync(join(this.folder, '.git'))) this.git('init', '--quiet');
    this.git('add', '--all');
    this.git('commit', '--quiet', '--message', message);
  }

  /** Returns the files that have changed since a commit, without deleted ones. */
  changedSince(commit: string): string[] {
    return this.git('diff', '--name-only', '--diff-filter=d', commit).split('\n').filter(Boolean);
  }

  private git(...command: string[]): string {
    const settings = ['user.name=Test', 'user.email=test@example.com'];
    const options = settings.flatMap((setting) => ['-c', setting]);
    const { status, stdout, stderr } = spawnSync('git', [...options, ...command], {
      cwd: this.folder,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`git ${command.join(' ')} failed:\n${stdout}${stderr}`);
    return stdout;
  }

  /**
   * Runs a script or tool of the copy with this Node.js and returns its output, without colours. Throws with
   * the output if it fails.
   */
  run(...command: string[]): string {
    // Playwright asks for colours.
    return this.runWith({ ...process.env, FORCE_COLOR: '0' }, ...command);
  }

  private runWith(env: NodeJS.ProcessEnv, ...command: string[]): string {
    const { status, stdout, stderr } = spawnSync(process.execPath, command, {
      cwd: this.folder,
      encoding: 'utf8',
      env,
    });
    if (status !== 0) throw new Error(`${command.join(' ')} failed:\n${stdout}${stderr}`);
    return stdout;
  }

  /**
   * Compiles the copy; with files of examples, without the engine's tests. Throws with the errors of the
   * compiler.
   */
  compile(examples?: readonly string[]): void {
    const settings = 'tsconfig.copy.json';
    const exclude = examples ? [...NEVER_COMPILED, ...TESTS_OF_ENGINE] : NEVER_COMPILED;
    this.write(settings, JSON.stringify({ extends: './tsconfig.json', files: examples, exclude }));
    const env = compilerEnv(process.availableMemory());
    this.runWith(env, COMPILER, '--noEmit', '--project', settings, ...compilerOptions('1'));
  }

  /** Prepares the files of the embedded database, for tests of something else than their creation. */
  prepareDatabase(): Promise<void> {
    return prepareDatabase(join(this.folder, '.data'), process.cwd());
  }

  /** Starts the copy's server, with an embedded database that remains after it stops. */
  async start(): Promise<StartedServer> {
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const env = {
      ...process.env,
      NODE_ENV: '',
      HOST: '',
      PORT: String(port),
      VITE_BASE_URL: url,
      DATA_DIR: join(this.folder, '.data'),
    };
    const child = spawn(process.execPath, ['backend/main.ts'], {
      cwd: this.folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
    const isReady = async () => {
      const signal = AbortSignal.timeout(MAX_ANSWER_MS);
      return (await fetch(`${url}/api/fn/init?_serverFn=1`, { signal }).catch(() => undefined))?.ok;
    };
    while (!(await isReady())) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`The server of the copy ended:\n${said}`);
      await new Promise((settle) => setTimeout(settle, 100));
    }
    const stop = async () => {
      child.kill('SIGTERM');
      const tooLate = setTimeout(() => child.kill('SIGKILL'), MAX_STOP_MS);
      await ended(child);
      clearTimeout(tooLate);
    };
    return { url, output: () => said, stop };
  }

  /** Removes the copy. */
  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
