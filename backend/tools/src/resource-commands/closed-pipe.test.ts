import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { ignoreClosedPipe } from './closed-pipe.ts';

const failed = (code: string) => Object.assign(new Error(code), { code });

test('a closed pipe is not an error, and everything else is', () => {
  const output = new PassThrough();
  ignoreClosedPipe(output);
  expect(() => output.emit('error', failed('EPIPE'))).not.toThrow();
  expect(() => output.emit('error', failed('ENOSPC'))).toThrow('ENOSPC');
});
