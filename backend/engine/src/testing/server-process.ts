import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { productRoot } from '@bindery/contract/api/product.ts';
import { freePort } from './free-port.ts';
import { captureOutput, type ProcessOutput } from './process-output.ts';

/** A server in its own process, started as in production. */
export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  /** Returns everything printed so far. */
  output(): string;
  /** Waits until the output matches a pattern. Throws if the process exits first. */
  says(pattern: RegExp): Promise<void>;
  /** Sends a signal to the process. */
  signal(signal: NodeJS.Signals): void;
  readonly ended: Promise<ProcessOutput>;
}

/** A folder to start servers in: it has no `.env`, and holds their data by default. */
export class ServerFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'bindery-process-'));

  /**
   * Starts a server with only these settings: by default on a free port and with the data of this folder. It
   * exits with the process that started it.
   */
  async start(settings: Record<string, string> = {}): Promise<ServerProcess> {
    const given = { PORT: String(await freePort()), ...settings };
    const child = spawn(process.execPath, [join(productRoot(), 'backend/main.ts')], {
      cwd: this.path,
      env: { PATH: process.env.PATH, ...given },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const kill = () => child.kill('SIGKILL');
    process.once('exit', kill);
    child.once('close', () => process.off('exit', kill));
    const { ended, output } = captureOutput(child);
    return {
      pid: child.pid!,
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

  /** Removes the folder. */
  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
