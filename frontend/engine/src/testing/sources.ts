import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const engine = path.resolve(import.meta.dirname, '..');
const root = path.resolve(engine, '../../..');

/**
 * A file, with its path relative to the folder of the engine or, for extensions, to the folder of the
 * frontend.
 */
export interface Source {
  path: string;
  content: string;
}

/** Returns all frontend files whose path matches, except tests and test helpers. */
export const frontendSources = (pattern: RegExp): Source[] => [
  ...sourcesIn(engine, pattern),
  ...sourcesIn(path.join(root, 'frontend/extensions'), pattern).map((source) => ({
    ...source,
    path: `extensions/${source.path}`,
  })),
];

/**
 * Returns the files of the backend extensions in the same form, if any: their errors have texts of the
 * frontend.
 */
export const backendExtensions = (pattern: RegExp): Source[] =>
  sourcesIn(path.join(root, 'backend/extensions'), pattern);

const sourcesIn = (folder: string, pattern: RegExp): Source[] =>
  (existsSync(folder) ? readdirSync(folder, { recursive: true }) : [])
    .map((file) => String(file).replaceAll(path.sep, '/'))
    .filter((file) => pattern.test(file) && !/\.test\.tsx?$|(^|\/)testing\//.test(file))
    .map((file) => ({ path: file, content: readFileSync(path.join(folder, file), 'utf8') }));
