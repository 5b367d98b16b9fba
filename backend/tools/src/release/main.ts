import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { packEngine } from './pack-engine.ts';

const USAGE = `npm run engine:pack -- --to <folder> [--version <version>]

Packs the engine as npm packages, with create-bindery, which makes a product of them:

  npx file:<folder>/create-bindery-*.tgz acme --engine <folder>

  --to <folder>        where the packages go
  --version <version>  their version; that of package.json by default`;

const { values } = parseArgs({
  options: { to: { type: 'string' }, version: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
});
if (values.help || values.to === undefined) {
  process.stdout.write(`${USAGE}\n`);
  process.exitCode = values.help ? 0 : 1;
} else {
  const root = resolve(import.meta.dirname, '../../../..');
  const to = resolve(values.to);
  const files = await packEngine({ root, to, version: values.version });
  // With "file:", because npx runs an absolute path as a program.
  const command = `npx file:${files.at(-1)} acme --engine ${to}`;
  process.stdout.write(`${files.join('\n')}\n\nA product of them: ${command}\n`);
}
