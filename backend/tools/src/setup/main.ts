import { fileURLToPath } from 'node:url';
import { readOptions } from './options.ts';
import { setUp } from './setup.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

/* `npm run setup`: makes a product of one's own of the starter. See docs/your-product.md. */
try {
  const { changes, remarks } = setUp(ROOT, readOptions(process.argv.slice(2)));
  const next =
    changes.length > 0
      ? 'Look at it with git diff, then commit it and run npm start.'
      : 'Nothing has changed: the product was like that before.';
  process.stdout.write(`${[...changes, ...remarks, '', next].join('\n')}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
