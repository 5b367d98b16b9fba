import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bindery-source-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Loads the source of a file as Node.js does, and returns the description of its error. */
function described(source: string, name = 'resources.config.ts'): string {
  const [file, loader] = [join(folder, name), join(folder, 'load.mjs')];
  writeFileSync(file, source);
  const { href } = pathToFileURL(resolve('backend/engine/src/web/docs-of-error.ts'));
  writeFileSync(
    loader,
    `import { describeSourceError } from '${href}';
    const error = await import('./${name}').catch((error) => error);
    process.stdout.write(String(describeSourceError(error, '${folder}')));`,
  );
  return spawnSync(process.execPath, [loader], { encoding: 'utf8' }).stdout;
}

test.each([
  [
    'an unknown name',
    'const f = (a: object) => a;\nexport default f({\n  a: f({}),\n  b: txt({}),\n});',
    ':4:6: ReferenceError: txt is not defined',
  ],
  ['code that cannot be parsed', 'const a = 1;\nexport default f(,', ':2: SyntaxError: Expression expected'],
  [
    'a property of nothing',
    'const a: any = {};\nexport default a.b.c;',
    ":2:20: TypeError: Cannot read properties of undefined (reading 'c')",
  ],
  [
    'an import that a module lacks',
    "import { basenam } from 'node:path';\nexport default basenam;",
    ":1: SyntaxError: The requested module 'node:path' does not provide an export named 'basenam'",
  ],
  ['a module that does not exist', "import 'no-such-package';", ": Cannot find package 'no-such-package'"],
])('%s in resources.config.ts is described on one line with its place', (_, source, line) => {
  expect(described(source)).toBe(`resources.config.ts${line}`);
});

test('an error in any other file is not described: its stack says more', () => {
  expect(described('export default txt();', 'other.ts')).toBe('undefined');
  expect(described('export default 1;')).toBe('undefined');
});
