import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const REJECTED = [
  'export const text = JSON.parse("1") as never;',
  'export const text = 1 as unknown as string;',
];

const ALLOWED = [
  'export const text = JSON.parse("1") as string;',
  '// biome-ignore lint/plugin: the library leaves this out\nexport const text = 1 as unknown as string;',
];

const findings = lint([...REJECTED, ...ALLOWED]);

test.each(REJECTED)('the linter rejects a cast that checks nothing: %s', (source) => {
  expect(findings).toContain(source);
});

test.each(ALLOWED)('the linter accepts a narrowing cast, and a cast with a reason: %s', (source) => {
  expect(findings).not.toContain(source);
});

/** Runs the linter once over files with these contents; returns the contents of the rejected ones. */
function lint(sources: readonly string[]) {
  const root = mkdtempSync(join(tmpdir(), 'bindery-casts-'));
  for (const path of ['biome.json', '.biome']) cpSync(path, join(root, path), { recursive: true });
  for (const [index, source] of sources.entries()) writeFileSync(join(root, `${index}.ts`), source);
  const biome = resolve('node_modules/@biomejs/biome/bin/biome');
  const command = [biome, 'lint', '--vcs-enabled=false', '--reporter=rdjson'];
  const { stdout } = spawnSync(process.execPath, command, { cwd: root, encoding: 'utf8' });
  rmSync(root, { recursive: true });
  const report: { diagnostics: { location: { path: string } }[] } = JSON.parse(stdout);
  return report.diagnostics.map(({ location }) => sources[Number.parseInt(location.path, 10)]);
}
