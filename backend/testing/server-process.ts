import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';
import { captureOutput, type ProcessOutput } from './process-output.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

/** A server in a process of its own, as users start it. */
export interface ServerProcess {
  readonly url: string;
  /** Everything it has printed so far. */
  output(): string;
  /** Waits until it has printed something. Throws when it ends before. */
  says(pattern: RegExp): Promise<void>;
  /** Tells it to stop. */
  signal(signal: NodeJS.Signals): void;
  readonly ended: Promise<ProcessOutput>;
}

/** A folder to start servers in: it holds no `.env`, and their data unless they are told otherwise. */
export class ServerFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'bindery-process-'));

  /**
   * Starts a server with these settings and with no other: on a free port and with the data of this folder, if they
   * say nothing else. It ends with the process that started it.
   */
  async start(settings: Record<string, string> = {}): Promise<ServerProcess> {
    const given = { PORT: String(await freePort()), ...settings };
    const child = spawn(process.execPath, [MAIN], {
      cwd: this.path,
      env: { PATH: process.env.PATH, ...given },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const kill = () => child.kill('SIGKILL');
    process.once('exit', kill);
    child.once('close', () => process.off('exit', kill));
    const { ended, output } = captureOutput(child);
    return {
      url: `http://localhost:${given.PORT}`,
      output,
      says: (pattern) => {
        const said = new Promise<void>((resolve) => {
          const look = () => {
            if (!pattern.test(output())) return;
            child.stdout.off('data', look);
            resolve();
          };
          child.stdout.on('data', look);
          look();
        });
        const tooLate = ended.then((ending) => {
          throw new Error(`It ended with ${ending.code} before it said ${pattern}:\n${ending.errors}`);
        });
        return Promise.race([said, tooLate]);
      },
      signal: (signal) => child.kill(signal),
      ended,
    };
  }

  /** Takes the folder away. */
  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
