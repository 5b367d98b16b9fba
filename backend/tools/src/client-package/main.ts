import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadProduct } from '@bindery/contract/api/load-product.ts';
import type { CommandContext } from '#tools/resource-commands/command.ts';
import { parseCommandLine } from '#tools/resource-commands/parse-command-line.ts';

/** Writes the client of resources.config.ts as an npm package. Not into dist, which is served. */
export async function run(args: readonly string[], { root }: CommandContext): Promise<undefined> {
  const usage = 'npm run bindery client pack\n\nWrites the package and its archive into packages.';
  if (parseCommandLine(args, { usage, options: {} }).values.help) {
    process.stdout.write(`${usage}\n`);
    return;
  }
  await loadProduct(root);
  const { pack, writeClientPackage } = await import('./write-package.ts');
  const { contract } = await import(pathToFileURL(resolve(root, 'contract/index.ts')).href);
  const { name, folder, gzip, brotli } = await writeClientPackage(contract, resolve(root, 'packages/client'));
  const archive = pack(folder);
  const kib = (bytes: number) => (bytes / 1024).toFixed(1);
  process.stdout.write(
    `packages/${archive} is written: ${name}, ${kib(gzip)} KiB of code with gzip, ${kib(brotli)} with brotli.\n`,
  );
}
