import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Preloads } from '@bindery/contract/api/preloads.ts';

/** Reads the preload manifest of the build in a folder. */
export function readPreloads(folder: string): Preloads {
  return JSON.parse(readFileSync(join(folder, '.vite', 'preloads.json'), 'utf8'));
}
