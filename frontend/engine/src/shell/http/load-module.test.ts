import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const fetched = vi.fn<(address: string) => Promise<Response>>();
let linked: string[] = [];

beforeEach(() => {
  linked = [];
  fetched.mockImplementation(async () => new Response('export {}'));
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('document', {
    querySelector: (selector: string) => linked.find((address) => selector.includes(`"${address}"`)) ?? null,
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
  fetched.mockReset();
});

const broken = new TypeError('Failed to fetch dynamically imported module');

/**
 * Returns a fresh loader and an import that fails when `fails` returns true; `queries` collects the import
 * queries.
 */
async function loader(fails: (query: string) => boolean = () => false) {
  const { loadModule } = await import('./load-module.ts');
  const queries: string[] = [];
  const load = () => {
    const query = globalThis.importQuery ?? '';
    queries.push(query);
    return fails(query) ? Promise.reject(broken) : Promise.resolve({ default: query });
  };
  return { loadModule, load, queries };
}

test('files are fetched before the module is imported, each once', async () => {
  const { loadModule, load, queries } = await loader();
  fetched.mockImplementation(async () => {
    expect(queries).toEqual([]);
    return new Response('export {}');
  });
  await loadModule(load, ['assets/a.js', 'assets/b.js']);
  await loadModule(load, ['assets/a.js', 'assets/b.js']);
  expect(fetched.mock.calls.flat()).toEqual(['/assets/a.js', '/assets/b.js']);
});

test('files that the document preloads are not fetched again', async () => {
  linked = ['/assets/a.js'];
  const { loadModule, load } = await loader();
  await loadModule(load, ['assets/a.js', 'assets/b.js']);
  expect(fetched.mock.calls.flat()).toEqual(['/assets/b.js']);
});

test('a file that failed once is fetched again before the module is imported', async () => {
  const { loadModule, load, queries } = await loader();
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await loadModule(load, ['assets/a.js']);
  expect(fetched).toHaveBeenCalledTimes(2);
  expect(queries).toEqual(['']);
});

test('a file that cannot be fetched prevents the import, and is fetched again on the next load', async () => {
  const { loadModule, load, queries } = await loader();
  fetched.mockImplementation(async () => new Response('', { status: 503 }));
  await expect(loadModule(load, ['assets/a.js'])).rejects.toThrow(
    'dynamically imported module: /assets/a.js',
  );
  expect(queries).toEqual([]);
  fetched.mockImplementation(async () => new Response('export {}'));
  await loadModule(load, ['assets/a.js']);
  expect(queries).toEqual(['']);
});

test('a failed load does not make the next load fail', async () => {
  const { loadModule, load } = await loader();
  let failSlowly = () => {};
  const slow = () => new Promise<Response>((_, reject) => (failSlowly = () => reject(new TypeError('lost'))));
  vi.stubGlobal('navigator', { onLine: false });
  fetched.mockImplementation((address) =>
    address.endsWith('b.js') ? slow() : Promise.reject(new TypeError()),
  );
  let isOver = false;
  const first = loadModule(load, ['assets/a.js', 'chunk/b.js']).catch(() => {
    isOver = true;
  });
  await new Promise((resolve) => setTimeout(resolve));
  expect(isOver).toBe(false);
  failSlowly();
  await first;
  vi.stubGlobal('navigator', { onLine: true });
  fetched.mockImplementation(async () => new Response('export {}'));
  await expect(loadModule(load, ['assets/a.js', 'chunk/b.js'])).resolves.toBeDefined();
});

test('a module that the browser has cached as failed is imported from another URL from then on', async () => {
  const { loadModule, load, queries } = await loader((query) => query === '');
  const first = await loadModule(load, ['assets/a.js']);
  const second = await loadModule(load, ['assets/a.js']);
  expect(queries).toEqual(['', '?retry=1', '?retry=1']);
  expect(second).toEqual(first);
});

test('each further retry uses a new URL', async () => {
  const { loadModule, load, queries } = await loader(() => true);
  await expect(loadModule(load)).rejects.toBe(broken);
  await expect(loadModule(load)).rejects.toBe(broken);
  expect(queries).toEqual(['', '?retry=1', '', '?retry=2']);
});

test('nothing is retried while offline', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  const { loadModule, load, queries } = await loader(() => true);
  await expect(loadModule(load)).rejects.toBe(broken);
  expect(queries).toEqual(['']);
  fetched.mockRejectedValue(new TypeError('Failed to fetch'));
  await expect(loadModule(load, ['assets/a.js'])).rejects.toThrow('/assets/a.js');
  expect(fetched).toHaveBeenCalledOnce();
});
