import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadProduct } from '#tools/load-product.ts';
import { pack, writeClientPackage } from './write-package.ts';

/*
 * Writes the client of resources.config.ts as an npm package: `npm run client:pack`. Not into dist, which is served.
 */
async function main(): Promise<void> {
  await loadProduct();
  const { contract } = await import(pathToFileURL(resolve('contract/index.ts')).href);
  const { name, folder, gzip, brotli } = await writeClientPackage(contract, resolve('packages/client'));
  const archive = pack(folder);
  const kib = (bytes: number) => (bytes / 1024).toFixed(1);
  process.stdout.write(
    `packages/${archive} is written: ${name}, ${kib(gzip)} KiB of code with gzip, ${kib(brotli)} with brotli.\n`,
  );
}

await main();
