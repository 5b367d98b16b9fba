import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

/** A file of the frontend, with its path relative to the frontend folder. */
export interface Source {
  path: string;
  content: string;
}

/** Returns all frontend files whose path matches, except tests and test helpers. */
export function frontendSources(pattern: RegExp): Source[] {
  return readdirSync(root, { recursive: true })
    .map((file) => String(file).replaceAll(path.sep, '/'))
    .filter((file) => pattern.test(file) && !/\.test\.tsx?$|(^|\/)testing\//.test(file))
    .map((file) => ({ path: file, content: readFileSync(path.join(root, file), 'utf8') }));
}
