import { Session } from 'node:inspector/promises';
import { join, sep } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { productRoot } from '@bindery/contract/api/product.ts';

/** The server's own files; not those of tests. */
const OWN = /^(backend|contract)\/(?!engine\/src\/testing\/)(?!.*\.test\.ts$)/;
/** Background work may run during one request, on a busy machine during several, but not all of these. */
const UNCHANGED = 8;
const PAUSE_MS = 20;

/**
 * Returns the sorted files of this process in which functions run during a request, from V8's precise
 * coverage. Sends the request until many repetitions in a row remove no further file. Send it once before, so
 * that its caches are filled.
 */
export async function filesOfRequest(send: () => Promise<unknown>): Promise<string[]> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    let files: string[] | undefined;
    for (let unchanged = 0; unchanged < UNCHANGED; unchanged++) {
      // Takes the counts so far, and resets them.
      await session.post('Profiler.takePreciseCoverage');
      await send();
      const { result } = await session.post('Profiler.takePreciseCoverage');
      const called = result.filter(({ functions }) => functions.some(({ ranges }) => ranges[0]!.count > 0));
      const run = [...new Set(called.map(({ url }) => pathOf(url)).filter((path) => OWN.test(path)))];
      const common = files?.filter((path) => run.includes(path)) ?? run;
      if (common.length !== files?.length) unchanged = 0;
      files = common;
      await setTimeout(PAUSE_MS);
    }
    return files!.toSorted();
  } finally {
    await session.post('Profiler.stopPreciseCoverage');
    session.disconnect();
  }
}

/** Returns the path of a script below the project's folder; an empty one if it is elsewhere. */
function pathOf(url: string): string {
  const path = url.startsWith('file:') ? fileURLToPath(url) : url;
  const root = join(productRoot(), sep);
  return path.startsWith(root) ? path.slice(root.length).replaceAll(sep, '/') : '';
}
