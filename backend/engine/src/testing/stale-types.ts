import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/*
 * The files whose types reach others through declaration merging, as the entries reach every page through
 * `Register` of product.ts: the compiler does not check those others again when one of these changes.
 */
const MERGED = [
  '*.ts',
  'contract/**/*.ts',
  'frontend/extensions/*/texts.ts',
  'frontend/extensions/*/locales/en.json',
  'frontend/**/locales/en/*.json',
];

const hashOf = (root: string): string => {
  const hash = createHash('sha256');
  const files = globSync(MERGED, { cwd: root, exclude: (name) => String(name).endsWith('node_modules') });
  for (const file of files.sort()) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
};

/**
 * Removes the stored results of the compiler if a file has changed whose types reach others through
 * declaration merging. Otherwise a page that reads a renamed field would still pass.
 */
export function forgetStaleTypes(root: string, buildInfo: string): void {
  const stored = `${buildInfo}.merged`;
  const hash = hashOf(root);
  if (existsSync(stored) && readFileSync(stored, 'utf8') === hash) return;
  rmSync(buildInfo, { force: true });
  mkdirSync(dirname(stored), { recursive: true });
  writeFileSync(stored, hash);
}
