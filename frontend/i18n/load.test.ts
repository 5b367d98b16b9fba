import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { languages } from '#contract/init.ts';
import { loadTexts, type Namespace } from './load.ts';

const fetched = vi.fn<(address: string) => Promise<Response>>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  fetched.mockReset();
});

test('a file that fails is asked for five more times, from 350 ms on, and may be asked for again later', async () => {
  fetched.mockImplementation(async () => new Response('', { status: 503 }));
  const outcome = expect(loadTexts('fr', 'login')).rejects.toThrow('503');
  await vi.advanceTimersByTimeAsync(350 * (1 + 2 + 4 + 8 + 16));
  await outcome;
  expect(fetched).toHaveBeenCalledTimes(6);

  fetched.mockImplementation(async () => Response.json({ title: 'Connexion' }));
  await expect(loadTexts('fr', 'login')).resolves.toEqual({ title: 'Connexion' });
});

test('a file is read once, however many ask for it', async () => {
  fetched.mockImplementation(async () => Response.json({}));
  await Promise.all([loadTexts('sw', 'app'), loadTexts('sw', 'app')]);
  expect(fetched).toHaveBeenCalledOnce();
});

test('no more than ten files are read at once', async () => {
  const answers: (() => void)[] = [];
  fetched.mockImplementation(() => new Promise((resolve) => answers.push(() => resolve(Response.json({})))));
  const namespaces: Namespace[] = ['common', 'account', 'errors'];
  const files = languages.flatMap((language) =>
    namespaces.map((namespace) => loadTexts(language, namespace)),
  );
  await vi.advanceTimersByTimeAsync(0);
  expect(fetched).toHaveBeenCalledTimes(10);

  answers.shift()!();
  await vi.advanceTimersByTimeAsync(0);
  expect(fetched).toHaveBeenCalledTimes(11);

  while (answers.length > 0) {
    answers.shift()!();
    await vi.advanceTimersByTimeAsync(0);
  }
  await expect(Promise.all(files)).resolves.toHaveLength(12);
});
