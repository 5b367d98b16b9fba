import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { ignoreClosedPipe } from './closed-pipe.ts';

const failed = (code: string) => Object.assign(new Error(code), { code });

test('a reader that has gone is no error, and everything else is', () => {
  const output = new PassThrough();
  ignoreClosedPipe(output);
  expect(() => output.emit('error', failed('EPIPE'))).not.toThrow();
  expect(() => output.emit('error', failed('ENOSPC'))).toThrow('ENOSPC');
});
