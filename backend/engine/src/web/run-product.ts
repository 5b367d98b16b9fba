import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { Opened } from './open-port.ts';

/** Starts the server at a port that is open. */
interface Start {
  start(opened: Opened): Promise<void>;
}

/** Another start than that of `npm start`, as for development. */
interface OtherStart {
  /** Imports it. */
  readonly load: () => Promise<Start>;
  /** Resolves when the product shall be loaded. */
  readonly prepare: () => Promise<unknown>;
  /** Handles an error instead of ending the process, unless it throws. The port may already be open. */
  readonly onFailure: (error: unknown, opened: Opened | undefined) => Promise<void>;
}

/**
 * Runs the server of the product in a folder until a signal stops it. If it cannot start, the process ends
 * with a message. `backend/main.ts` calls it.
 * @example
 * await runProduct(dirname(import.meta.dirname));
 */
export async function runProduct(root: string, other?: OtherStart): Promise<void> {
  // Caches compiled modules, which makes later starts a fifth faster.
  enableCompileCache(join(root, 'node_modules/.cache/compiled'));
  // Collects garbage once the heap has grown by half. With much memory, V8 otherwise waits until the heap is
  // four times as large, which an import of some ten thousand records soon makes it
  // (docs/decisions/memory.md).
  setFlagsFromString('--heap-growing-percent=50');
  // Imported dynamically: from the cache, and so that an invalid product is reported in one line.
  const { exitAfterFailedStart } = await import('./lifecycle.ts');
  const { loadProduct } = await import('@bindery/contract/api/load-product.ts');
  let opened: Opened | undefined;
  try {
    await other?.prepare();
    await loadProduct(root);
    opened = await (await import('./open-port.ts')).openPort();
    await (await (other ? other.load() : import('./start.ts'))).start(opened);
  } catch (error) {
    if (!other) return exitAfterFailedStart(error, root);
    await other.onFailure(error, opened).catch(() => exitAfterFailedStart(error, root));
  }
}

/** Builds the pages of the product in a folder, changed or not, as `backend/build.ts` does. */
export async function buildProduct(root: string): Promise<void> {
  const { exitWithMessage } = await import('./lifecycle.ts');
  const { loadProduct } = await import('@bindery/contract/api/load-product.ts');
  const { buildPages } = await import('./page-shell/build.ts');
  // First the product: invalid entries or roles are reported before Vite loads them with its config.
  await loadProduct(root)
    .then(buildPages)
    .catch((error: unknown) => exitWithMessage(error, root));
}
