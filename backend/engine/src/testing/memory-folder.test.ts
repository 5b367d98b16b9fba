import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, expect, test, vi } from 'vitest';
import { findMemoryFolder } from './memory-folder.ts';

afterEach(() => void vi.restoreAllMocks());

test('short-lived files go to the temporary folder where there is none in memory', () => {
  expect(findMemoryFolder('/no-such-folder')).toBe(tmpdir());
});

test.runIf(existsSync('/dev/shm'))('short-lived files leave the memory to tests that need it', () => {
  vi.spyOn(process, 'availableMemory').mockReturnValue(2 * 2 ** 30);

  expect(findMemoryFolder('/dev/shm')).toBe(tmpdir());
});
