import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '#backend/testing/free-port.ts';

/** A running server of a copy. */
export interface CopyServer {
  readonly url: string;
  stop(): Promise<void>;
}

const ended = (child: ChildProcess) =>
  new Promise<void>((settle) => {
    if (child.exitCode !== null) settle();
    else child.once('exit', () => settle());
  });

/** A copy of the project in a temporary folder, whose config may be changed as a developer would change it. */
export class ProjectCopy {
  readonly folder = mkdtempSync(join(tmpdir(), 'bindery-copy-'));

  /** Copies what is part of the project, and shares the installed packages. */
  constructor() {
    const list = ['ls-files', '--cached', '--others', '--exclude-standard'];
    const files = execFileSync('git', list, { encoding: 'utf8' }).split('\n').filter(Boolean);
    for (const file of files) cpSync(file, join(this.folder, file));
    symlinkSync(resolve('node_modules'), join(this.folder, 'node_modules'));
  }

  /** Changes resources.config.ts, and nothing else. Throws when the text that shall be replaced is not in it. */
  editConfig(replacements: Readonly<Record<string, string>>): void {
    this.edit('resources.config.ts', replacements);
  }

  /** Changes a file. Throws when the text that shall be replaced is not in it. */
  edit(file: string, replacements: Readonly<Record<string, string>>): void {
    const path = join(this.folder, file);
    let source = readFileSync(path, 'utf8');
    for (const [from, to] of Object.entries(replacements)) {
      if (!source.includes(from)) throw new Error(`${file} has no "${from}"`);
      source = source.replace(from, to);
    }
    writeFileSync(path, source);
  }

  /** Takes entries out of resources.config.ts, with the builders that only they used. */
  removeEntries(...names: readonly string[]): void {
    const path = join(this.folder, 'resources.config.ts');
    const config = readFileSync(path, 'utf8');
    const entries = names.map((name) => new RegExp(`^  ${name}: \\{\\n[\\s\\S]*?^  \\},\\n`, 'm'));
    const rest = entries.reduce((text, entry) => text.replace(entry, ''), config);
    const unused = (builder: string) => !new RegExp(`\\b${builder}\\(`).test(rest);
    writeFileSync(
      path,
      rest.replace(/^ {2}(\w+),\n/gm, (line, builder) => (unused(builder) ? '' : line)),
    );
  }

  /** Runs a script or a tool of the copy on this process's Node.js and returns what it printed. Throws with that when it fails. */
  run(...command: string[]): string {
    const { status, stdout, stderr } = spawnSync(process.execPath, command, {
      cwd: this.folder,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${command.join(' ')} failed:\n${stdout}${stderr}`);
    return stdout;
  }

  /** Starts the copy's server, with an embedded database of its own that outlives the server. */
  async start(): Promise<CopyServer> {
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
    while (!(await fetch(`${url}/api/fn/init?_serverFn=1`).catch(() => undefined))?.ok) {
      if (child.exitCode !== null) throw new Error(`The server of the copy ended:\n${said}`);
      await new Promise((settle) => setTimeout(settle, 100));
    }
    const stop = async () => {
      child.kill('SIGTERM');
      await ended(child);
    };
    return { url, stop };
  }

  /** Takes the copy away. */
  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
