import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { packEngine } from './pack-engine.ts';

const USAGE = `npm run engine:pack -- --to <folder> [--version <version>]

Packs the engine as npm packages, with create-bindery, which makes a product of them:

  npx <folder>/create-bindery-*.tgz acme --engine <folder>

  --to <folder>        where the packages go
  --version <version>  their version; that of package.json by default`;

const { values } = parseArgs({
  options: { to: { type: 'string' }, version: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
});
if (values.help || values.to === undefined) {
  process.stdout.write(`${USAGE}\n`);
  process.exitCode = values.help ? 0 : 1;
} else {
  const root = resolve(import.meta.dirname, '../..');
  for (const file of await packEngine({ root, to: resolve(values.to), version: values.version }))
    process.stdout.write(`${file}\n`);
}
