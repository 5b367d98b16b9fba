import { createRequire } from 'node:module';
import { afterAll, expect, vi } from 'vitest';
import { mocksModules } from './mocks-modules.ts';

/*
 * Runs before each test file. The files share their workers, so each leaves the globals, the document and the
 * storage to the next one as in a new page.
 */
const hasDocument = typeof document !== 'undefined';

// Loaded modules would not see the modules that this file, or earlier files, have replaced.
if (mocksModules(expect.getState().testPath ?? '')) vi.resetModules();

if (hasDocument) {
  await import('./browser-features.ts');
  const { configure } = await import('@testing-library/react');
  // Visibility is not tested in jsdom, where it is slow to determine. A busy machine is slow, not faulty.
  configure({ defaultHidden: true, asyncUtilTimeout: 30_000 });
  leaveOutWhatNobodySees();
}
const clearTimers = hasDocument ? collectTimers() : undefined;

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  clearTimers?.();
  if (hasDocument) resetPage();
});

/**
 * Returns what clears the timers that components have left behind, as a browser does when it leaves a page:
 * one that sonner keeps for a closed toast would run in the next file, which may have no window.
 */
function collectTimers() {
  const { setTimeout } = globalThis;
  const timers: NodeJS.Timeout[] = [];
  const collecting = (...call: Parameters<typeof setTimeout>) => {
    const timer = setTimeout(...call);
    timers.push(timer);
    return timer;
  };
  globalThis.setTimeout = Object.assign(collecting, setTimeout);
  return () => {
    globalThis.setTimeout = setTimeout;
    timers.forEach(clearTimeout);
  };
}

/**
 * Turns off what takes a quarter of the time of component tests: antd's styles, and the stacks of React
 * elements.
 */
function leaveOutWhatNobodySees() {
  const require = createRequire(import.meta.url);
  // jsdom has no layout. A hook registers styles, and returns a function that adds them to an element.
  require('@ant-design/cssinjs/lib/hooks/useStyleRegister').default = () => (element: unknown) => element;
  // React captures the stack of each element that it creates, for its warnings, up to a number of elements
  // per second.
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
