import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

/** Compiles the modules of a folder, with their types and source maps. */
export function compile({
  root,
  from,
  to,
  leftOut = [],
}: {
  readonly root: string;
  readonly from: string;
  readonly to: string;
  readonly leftOut?: readonly string[];
}): void {
  const config = join(to, '..', 'tsconfig.json');
  mkdirSync(join(to, '..'), { recursive: true });
  const types = ['node', join(root, 'node_modules/vite/client')];
  writeFileSync(
    config,
    JSON.stringify({
      extends: join(root, 'tsconfig.json'),
      compilerOptions: {
        noEmit: false,
        outDir: to,
        rootDir: from,
        types,
        typeRoots: [join(root, 'node_modules/@types')],
        declaration: true,
        declarationMap: true,
        sourceMap: true,
        rewriteRelativeImportExtensions: true,
      },
      include: [from],
      exclude: leftOut.map((pattern) => join(from, pattern)),
    }),
  );
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', config], { encoding: 'utf8' });
  rmSync(config);
  if (status !== 0) throw new Error(`The compiler refuses ${from}:\n${stdout}`);
  for (const map of globSync('**/*.map', { cwd: to })) nameSources(join(to, map), { from, to });
}

/** Makes a source map name the sources beside the compiled files in the package. */
function nameSources(file: string, { from, to }: { readonly from: string; readonly to: string }): void {
  const map: { sources: readonly string[] } = JSON.parse(readFileSync(file, 'utf8'));
  const inPackage = (source: string) => join(to, '..', 'src', relative(from, resolve(dirname(file), source)));
  const sources = map.sources.map((source) =>
    relative(dirname(file), inPackage(source)).replaceAll(sep, '/'),
  );
  writeFileSync(file, JSON.stringify({ ...map, sources }));
}
