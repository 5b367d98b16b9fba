import { expect, test } from 'vitest';
import { compilerEnv, compilerOptions } from './compiler.ts';

const GIB = 2 ** 30;

test('the compiler collects no garbage until it has taken half of the memory, at most 4 GiB', () => {
  const env = { PATH: '/bin' };
  expect(compilerEnv(6 * GIB, env)).toEqual({ PATH: '/bin', GOGC: 'off', GOMEMLIMIT: String(3 * GIB) });
  expect(compilerEnv(64 * GIB, env)).toMatchObject({ GOMEMLIMIT: String(4 * GIB) });
});

test('the compiler collects garbage as usual where memory is short, or as the developer said', () => {
  expect(compilerEnv(3 * GIB, {})).toEqual({});
  expect(compilerEnv(64 * GIB, { GOGC: '50' })).toEqual({ GOGC: '50' });
});

test('the files are shared by as many checkers as TYPE_CHECKERS says, else as tsconfig.json says', () => {
  expect(compilerOptions('1')).toEqual(['--checkers', '1']);
  expect(compilerOptions('')).toEqual([]);
});
