import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, expect, it, vi } from 'vitest';
import { toStartError } from './data-folder.ts';

vi.mock(import('node:fs'), async (original) => ({ ...(await original()), statfsSync: vi.fn() }));

const failed = new Error('PGlite failed to initialize properly');
const withFree = (blocks: number) =>
  vi.mocked(statfsSync).mockReturnValue({ bavail: blocks, bsize: 4096 } as ReturnType<typeof statfsSync>);

afterEach(() => vi.resetAllMocks());

it('an embedded database that does not start without room on the disk reports a full disk', () => {
  withFree(15);
  expect(toStartError(failed, tmpdir())).toMatchObject({ code: 'ENOSPC', cause: failed });
});

it('one that does not start with room on the disk reports its own error', () => {
  withFree(1_000_000);
  expect(toStartError(failed, tmpdir())).toBe(failed);
});
