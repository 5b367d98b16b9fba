import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

// Caches compiled modules, which makes later starts a fifth faster.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));

// Collects garbage once the heap has grown by half. With much memory, V8 otherwise waits until the heap is four times
// as large, which an import of some ten thousand records soon makes it (docs/decisions/memory.md).
setFlagsFromString('--heap-growing-percent=50');

// Imported dynamically, so that an invalid entry in resources.config.ts is reported in one line too.
const { exitWithMessage } = await import('@bindery/backend/web/lifecycle.ts');
const { openPort } = await import('@bindery/backend/web/open-port.ts');
const loadStart = () =>
  process.argv.includes('--dev')
    ? import('@bindery/tools/start-dev.ts')
    : import('@bindery/backend/web/start.ts');

await import('#contract/set-product.ts')
  .then(openPort)
  .then(async (opened) => (await loadStart()).start(opened))
  .catch(exitWithMessage);
