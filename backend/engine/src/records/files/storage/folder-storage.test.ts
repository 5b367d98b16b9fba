import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { newId } from '#backend/database/id.ts';
import { folderStorage } from './folder-storage.ts';
import { storageKey } from './key.ts';

const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
vi.mock(import('node:fs/promises'), async (original) => ({
  ...(await original()),
  rename: () => Promise.reject(full),
}));

const root = mkdtempSync(join(tmpdir(), 'bindery-files-'));
afterAll(() => rmSync(root, { recursive: true }));

it('a full disk is reported with its cause, for the log', async () => {
  const path = join(root, 'uploaded');
  writeFileSync(path, 'x');
  const file = { path, size: 1, sha256: '', type: 'text/plain' };
  const put = folderStorage(root).put(storageKey(newId(), 'original'), file);
  await expect(put).rejects.toMatchObject({ code: 'STORAGE_FULL', cause: full });
});
