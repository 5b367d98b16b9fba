import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

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
        ...{
          noEmit: false,
          outDir: to,
          rootDir: from,
          types,
          typeRoots: [join(root, 'node_modules/@types')],
        },
        ...{ declaration: true, declarationMap: true, sourceMap: true },
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
}
