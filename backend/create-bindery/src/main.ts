#!/usr/bin/env node
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { CreateError, createProduct } from './create-product.ts';

const USAGE = `npm create bindery@latest <folder> [-- options]

Writes a product of your own into an empty folder, which is made.

  --name <name>      what it is called, in all its pages and mails; the name of the folder by default
  --example          with an example: books and genres, with pages of their own
  --engine <folder>  takes the engine from the archives in a folder, and not from the registry`;

function run(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      example: { type: 'boolean', default: false },
      engine: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const [folder, ...more] = positionals;
  if (values.help) {
    process.stdout.write(`${USAGE}\n`);
    return;
  }
  if (folder === undefined || more.length > 0) throw new CreateError(`State one folder.\n\n${USAGE}`);
  const { name, files } = createProduct(folder, values);
  process.stdout.write(
    `${name} is in ${folder}: ${files.length} files.\n\n  cd ${basename(folder) === folder ? folder : JSON.stringify(folder)}\n  npm start\n`,
  );
}

try {
  run();
} catch (error) {
  const isExpected =
    error instanceof CreateError || (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS');
  if (!isExpected) throw error;
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
