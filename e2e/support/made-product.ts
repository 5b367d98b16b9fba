import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '@bindery/backend/testing/free-port.ts';
import { packEngine } from '@bindery/tools/release/pack-engine.ts';
import { signInThrough } from '@bindery/tools/testing/browser/sign-in.ts';
import { request } from '@playwright/test';

const ENGINE = ['contract', 'backend', 'frontend', 'tools'];

/** A later version of the engine: its changes in the published files of a package. */
export type LaterFiles = Readonly<Record<string, readonly [from: string, to: string]>>;

/** A product from create-bindery in a separate folder, with the published engine. */
export class MadeProduct {
  readonly #work = mkdtempSync(join(tmpdir(), 'bindery-made-'));
  readonly folder = join(this.#work, 'acme');

  /** Packs the engine of this repository with a version; returns the folder. */
  async pack(version: string): Promise<string> {
    const to = join(this.#work, version);
    await packEngine({ root: resolve('.'), to, version });
    return to;
  }

  /** Packs the output of `pack` again, as a later version with changed files. */
  packLater(version: string, files: LaterFiles): string {
    const to = join(this.#work, version);
    mkdirSync(to, { recursive: true });
    for (const [path, [from, text]] of Object.entries(files)) edit(join('packages/engine', path), from, text);
    for (const name of ENGINE) {
      const manifest = join('packages/engine', name, 'package.json');
      const earlier = (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
      writeFileSync(manifest, readFileSync(manifest, 'utf8').replaceAll(`"${earlier}"`, `"${version}"`));
      execFileSync('npm', ['pack', `./packages/engine/${name}`, '--pack-destination', to, '--silent']);
    }
    return to;
  }

  /** Creates the product with the engine in a folder of archives; returns the output of the command. */
  create(engine: string): string {
    const [archive] = readdirSync(engine).filter((file) => file.startsWith('create-bindery-'));
    const made = ['--yes', `file:${join(engine, archive!)}`, this.folder, '--engine', engine];
    return execFileSync('npx', [...made, '--name', 'Acme'], { cwd: this.#work, encoding: 'utf8' });
  }

  /** Replaces the engine with the archives of another folder, following the guide. */
  install(engine: string): void {
    const archives = readdirSync(engine).filter((file) => file.startsWith('bindery-'));
    const paths = archives.map((file) => join(engine, file));
    execFileSync('npm', ['install', ...paths, '--prefer-offline', '--no-audit', '--no-fund'], {
      cwd: this.folder,
      stdio: 'pipe',
    });
  }

  /** Installs the dependencies of its package.json. */
  installAgain(): void {
    execFileSync('npm', ['install', '--prefer-offline'], { cwd: this.folder, stdio: 'pipe' });
  }

  /** Installs the production dependencies only, as its Dockerfile does. */
  installForProduction(): void {
    execFileSync('npm', ['ci', '--omit=dev', '--prefer-offline'], { cwd: this.folder, stdio: 'pipe' });
  }

  /** Edits a file. Throws if it does not contain the text to be replaced. */
  edit(file: string, from: string, to: string): void {
    edit(join(this.folder, file), from, to);
  }

  /** Returns the text of a file. */
  read(file: string): string {
    return readFileSync(join(this.folder, file), 'utf8');
  }

  /** Writes a file, and the folders above it. */
  write(file: string, text: string): void {
    mkdirSync(join(this.folder, file, '..'), { recursive: true });
    writeFileSync(join(this.folder, file), text);
  }

  /** Returns the files of the product, without installed and built ones. */
  files(): string[] {
    return readdirSync(this.folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(this.folder.length + 1))
      .filter((file) => !/^(node_modules|dist|\.data|test-results)\//.test(file));
  }

  /** Runs a tool or a script of the product like its npm scripts. Returns its exit code and output. */
  run(...command: string[]): { code: number | null; output: string } {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['backend/launch.mjs', ...command], {
      cwd: this.folder,
      encoding: 'utf8',
      // A separate Vitest runs the product's tests.
      env: Object.fromEntries(
        Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST_|NODE_ENV)/.test(name)),
      ),
    });
    return { code: status, output: stdout + stderr };
  }

  /** Starts the server, with a database that remains after it stops. */
  async start() {
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const env = { ...process.env, NODE_ENV: '', HOST: '', PORT: String(port), VITE_BASE_URL: url };
    const child = spawn(process.execPath, ['backend/launch.mjs', 'backend/main.ts'], {
      cwd: this.folder,
      env,
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
    while (!(await fetch(`${url}/api/health/ready`).catch(() => undefined))?.ok) {
      if (child.exitCode !== null) throw new Error(`The server ended:\n${said}`);
      await new Promise((settle) => setTimeout(settle, 200));
    }
    const admin = await request.newContext({ baseURL: url, extraHTTPHeaders: { origin: url } });
    await signInThrough(admin, 'admin@example.com');
    return {
      url,
      admin,
      stop: async () => {
        await admin.dispose();
        child.kill('SIGTERM');
        await once(child, 'exit');
      },
    };
  }

  /** Removes everything. */
  remove(): void {
    rmSync(this.#work, { recursive: true, force: true });
  }
}

function edit(path: string, from: string, to: string): void {
  const source = readFileSync(path, 'utf8');
  if (!source.includes(from)) throw new Error(`${path} has no "${from}"`);
  writeFileSync(
    path,
    source.replace(from, () => to),
  );
}
