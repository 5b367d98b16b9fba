import { resolve } from 'node:path';
import { defineCommand } from '#tools/resource-commands/command.ts';
import { packEngine } from './pack-engine.ts';

const USAGE = `npm run engine:pack -- --to <folder> [--version <version>]

Packs the engine as npm packages, with create-bindery, which makes a product of them:

  npx file:<folder>/create-bindery-*.tgz acme --engine <folder>

  --to <folder>        where the packages go
  --version <version>  their version; that of package.json by default`;

const options = { to: { type: 'string' }, version: { type: 'string' } } as const;

const run = defineCommand({ usage: USAGE, options }, async ({ values, root, print }) => {
  if (values.to === undefined) {
    print(USAGE);
    return 1;
  }
  const to = resolve(values.to);
  const files = await packEngine({ root, to, version: values.version });
  // With "file:", because npx runs an absolute path as a program.
  print(`${files.join('\n')}\n\nA product of them: npx file:${files.at(-1)} acme --engine ${to}`);
  return 0;
});
process.exitCode = await run(process.argv.slice(2), { root: resolve(import.meta.dirname, '../../../..') });
