import type { Writable } from 'node:stream';

/**
 * Lets a command finish after the reader of its output has closed the pipe: `npm run bindery plan | head`.
 */
export function ignoreClosedPipe(output: Writable): void {
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}
