import { afterAll, vi } from 'vitest';

/*
 * Runs before each test file. The files share their workers, so each leaves the globals, the document and the storage
 * to the next one as in a new page.
 */
const hasDocument = typeof document !== 'undefined';

if (hasDocument) {
  await import('./browser-features.ts');
  const { configure } = await import('@testing-library/react');
  // Whether an element is visible is not tested in jsdom, and slow to find out. A busy machine is slow, not wrong.
  configure({ defaultHidden: true, asyncUtilTimeout: 30_000 });
}

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  if (hasDocument) resetPage();
});

function resetPage() {
  document.body.replaceChildren();
  for (const element of [document.documentElement, document.body])
    for (const { name } of [...element.attributes]) element.removeAttribute(name);
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
}
