import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';

/** The exit code of a process and its whole output. */
export interface ProcessOutput {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Captures the output of a process; resolves `ended` with its exit code and whole output. */
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
