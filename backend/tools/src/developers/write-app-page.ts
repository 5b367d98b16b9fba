import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ApiError } from '@bindery/backend/kernel/http/api-error.ts';
import { appPageFiles, type ShownInApp } from '@bindery/contract/api/developers/app-page.ts';

/**
 * Writes the files of a page of the app into the product's folder. Throws CONFLICT, and writes nothing, if
 * one of them exists: it may be the developer's own.
 */
export function writeAppPage(root: string, shown: ShownInApp): void {
  const files = Object.entries(appPageFiles(shown));
  const taken = files.find(([path]) => existsSync(join(root, path)));
  if (taken) {
    const message = `${taken[0]} already exists`;
    // The page shows a reason instead of the general text of the code.
    throw new ApiError('CONFLICT', { message, reason: { message } });
  }
  for (const [path, text] of files) {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { flag: 'wx' });
  }
}
