import { readFileSync } from 'node:fs';

/** Returns whether a test file replaces or reloads modules, by its text. */
export const mocksModules = (file: string): boolean =>
  /\bvi\.(mock|doMock|resetModules)\(/.test(readFileSync(file, 'utf8'));
