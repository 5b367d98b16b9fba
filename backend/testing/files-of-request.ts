import { Session } from 'node:inspector/promises';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The server's own files; not those of tests. */
const OWN = /^(backend|contract)\/(?!testing\/)(?!.*\.test\.ts$)/;
/** Work in the background may run during a request, but hardly during each of several. */
const REPEATS = 3;

/**
 * Returns the files of this process in which functions run during a request, by the precise coverage of V8, sorted.
 * Send the request once before, so that what it prepares for later ones is there.
 */
export async function filesOfRequest(send: () => Promise<unknown>): Promise<string[]> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    const runs: Set<string>[] = [];
    for (let repeat = 0; repeat < REPEATS; repeat++) {
      // Takes the counts so far, which begin anew.
      await session.post('Profiler.takePreciseCoverage');
      await send();
      const { result } = await session.post('Profiler.takePreciseCoverage');
      const called = result.filter(({ functions }) => functions.some(({ ranges }) => ranges[0]!.count > 0));
      runs.push(new Set(called.map(({ url }) => pathOf(url)).filter((path) => OWN.test(path))));
    }
    const [first, ...others] = runs;
    return [...first!].filter((path) => others.every((run) => run.has(path))).toSorted();
  } finally {
    await session.post('Profiler.stopPreciseCoverage');
    session.disconnect();
  }
}

/** Returns the path of a script below the project's folder; an empty one where it is elsewhere. */
function pathOf(url: string): string {
  const path = url.startsWith('file:') ? fileURLToPath(url) : url;
  return path.startsWith(ROOT) ? path.slice(ROOT.length).replaceAll(sep, '/') : '';
}
