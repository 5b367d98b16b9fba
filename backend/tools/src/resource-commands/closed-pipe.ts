import type { Writable } from 'node:stream';

/** Lets a command go on to its end when whoever reads what it prints has seen enough: `npm run resource plan | head`. */
export function ignoreClosedPipe(output: Writable): void {
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}
