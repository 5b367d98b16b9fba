import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';

/** How a process ended, and all it said. */
export interface ProcessOutput {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Keeps what a process says: all that it has printed so far, and in the end how it ended. */
export function captureOutput(
  child: ChildProcess & { readonly stdout: Readable; readonly stderr: Readable },
) {
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const ended = new Promise<ProcessOutput>((resolve) =>
    child.once('close', (code) => resolve({ code, output, errors })),
  );
  return { ended, output: () => output };
}
