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

/** A fresh loader, and an import that fails where `fails` says so; `asked` are the queries it was asked with. */
async function loader(fails: (query: string) => boolean = () => false) {
  const { loadModule } = await import('./load-module.ts');
  const asked: string[] = [];
  const load = () => {
    const query = globalThis.importQuery ?? '';
    asked.push(query);
    return fails(query) ? Promise.reject(broken) : Promise.resolve({ default: query });
  };
  return { loadModule, load, asked };
}

test('files are fetched before the module is asked for, each once', async () => {
  const { loadModule, load, asked } = await loader();
  fetched.mockImplementation(async () => {
    expect(asked).toEqual([]);
    return new Response('export {}');
  });
  await loadModule(load, ['assets/a.js', 'assets/b.js']);
  await loadModule(load, ['assets/a.js', 'assets/b.js']);
  expect(fetched.mock.calls.flat()).toEqual(['/assets/a.js', '/assets/b.js']);
});

test('what the document has announced is not fetched again', async () => {
  linked = ['/assets/a.js'];
  const { loadModule, load } = await loader();
  await loadModule(load, ['assets/a.js', 'assets/b.js']);
  expect(fetched.mock.calls.flat()).toEqual(['/assets/b.js']);
});

test('a file that was lost once is fetched again, and the module never asked for without it', async () => {
  const { loadModule, load, asked } = await loader();
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await loadModule(load, ['assets/a.js']);
  expect(fetched).toHaveBeenCalledTimes(2);
  expect(asked).toEqual(['']);
});

test('a file that cannot be had leaves the module unasked, and is fetched anew the next time', async () => {
  const { loadModule, load, asked } = await loader();
  fetched.mockImplementation(async () => new Response('', { status: 503 }));
  await expect(loadModule(load, ['assets/a.js'])).rejects.toThrow(
    'dynamically imported module: /assets/a.js',
  );
  expect(asked).toEqual([]);
  fetched.mockImplementation(async () => new Response('export {}'));
  await loadModule(load, ['assets/a.js']);
  expect(asked).toEqual(['']);
});

test('a load that failed leaves nothing behind that could fail the next one', async () => {
  const { loadModule, load } = await loader();
  let loseSlowly = () => {};
  const slow = () => new Promise<Response>((_, reject) => (loseSlowly = () => reject(new TypeError('lost'))));
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
  loseSlowly();
  await first;
  vi.stubGlobal('navigator', { onLine: true });
  fetched.mockImplementation(async () => new Response('export {}'));
  await expect(loadModule(load, ['assets/a.js', 'chunk/b.js'])).resolves.toBeDefined();
});

test('a module that the browser holds to be broken is asked for under another address, from then on', async () => {
  const { loadModule, load, asked } = await loader((query) => query === '');
  const first = await loadModule(load, ['assets/a.js']);
  const second = await loadModule(load, ['assets/a.js']);
  expect(asked).toEqual(['', '?retry=1', '?retry=1']);
  expect(second).toEqual(first);
});

test('each further try has an address of its own', async () => {
  const { loadModule, load, asked } = await loader(() => true);
  await expect(loadModule(load)).rejects.toBe(broken);
  await expect(loadModule(load)).rejects.toBe(broken);
  expect(asked).toEqual(['', '?retry=1', '', '?retry=2']);
});

test('without a network nothing is tried twice', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  const { loadModule, load, asked } = await loader(() => true);
  await expect(loadModule(load)).rejects.toBe(broken);
  expect(asked).toEqual(['']);
  fetched.mockRejectedValue(new TypeError('Failed to fetch'));
  await expect(loadModule(load, ['assets/a.js'])).rejects.toThrow('/assets/a.js');
  expect(fetched).toHaveBeenCalledOnce();
});
