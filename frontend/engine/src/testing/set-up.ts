import { createRequire } from 'node:module';
import { afterAll, expect, vi } from 'vitest';
import { mocksModules } from './mocks-modules.ts';

/*
 * Runs before each test file. The files share their workers, so each leaves the globals, the document and the storage
 * to the next one as in a new page.
 */
const hasDocument = typeof document !== 'undefined';

// Modules that are loaded already would not see what the file replaces, or what files before it have replaced.
if (mocksModules(expect.getState().testPath ?? '')) vi.resetModules();

if (hasDocument) {
  await import('./browser-features.ts');
  const { configure } = await import('@testing-library/react');
  // Whether an element is visible is not tested in jsdom, and slow to find out. A busy machine is slow, not wrong.
  configure({ defaultHidden: true, asyncUtilTimeout: 30_000 });
  leaveOutWhatNobodySees();
}

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  if (hasDocument) resetPage();
});

/** Turns off what takes a quarter of the time of component tests: antd's styles, and where React elements come from. */
function leaveOutWhatNobodySees() {
  const require = createRequire(import.meta.url);
  // jsdom has no layout. Styles are registered by a hook that returns how to add them to an element.
  require('@ant-design/cssinjs/lib/hooks/useStyleRegister').default = () => (element: unknown) => element;
  // React takes the stack of each element that it creates, for its warnings, up to a number of elements a second.
  const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = require('react');
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    configurable: true,
    get: () => Number.POSITIVE_INFINITY,
    set: () => {},
  });
}

function resetPage() {
  document.body.replaceChildren();
  for (const element of [document.documentElement, document.body])
    for (const { name } of [...element.attributes]) element.removeAttribute(name);
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
}
