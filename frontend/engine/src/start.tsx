import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, type DataRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { routes } from './routes.tsx';
import { followPreferences } from './shell/auth/preferences.ts';
import { endLostSession, followSession, setSession } from './shell/auth/session.ts';
import { reloadFailedImages } from './shell/browser/failed-images.ts';
import { handleUnauthorized } from './shell/http/http.ts';
import { startInit } from './shell/http/init.ts';
import { initI18n } from './shell/i18n/i18n.ts';
import { reloadOnce } from './shell/layout/chunk-reload.ts';
import { preloadFrom } from './shell/layout/preload.ts';
import { loadImpersonationBanner } from './shell/session/impersonation-host.tsx';
import { startTheme } from './shell/theme/theme.ts';
import './shell/theme/tokens.css';
import './shell/theme/base.css';
// Used by pages of every area: as a separate chunk it would be one more file in each first visit.
import './shell/auth/auth-provider.ts';
import './shell/components/drawing.ts';
import './shell/components/skeleton.tsx';

declare global {
  /** Requests the fonts of the page's language. A script of index.html defines these functions. */
  var loadFonts: () => void;
  /**
   * Stops recording the input of a visitor on a page that the server rendered, before its scripts run.
   * Returns whether the page still has the same language: that of this browser may be another. Undefined if
   * the server has not rendered the page.
   */
  var takeEarlyInput: (() => boolean) | undefined;
  /** Repeats the recorded input, once the page responds. */
  var repeatEarlyInput: (() => void) | undefined;
}

/**
 * Starts the pages: renders the first one once settings, translations and the impersonation banner have
 * loaded. Without settings or translations no error page can be rendered, so the last resort is one reload.
 */
export function start(): void {
  preloadFrom(routes);
  // Loaded at once: a server that has stopped cannot send it.
  if (import.meta.env.DEV) import('./shell/developers/restart-bar.tsx').catch(() => {});
  handleUnauthorized(endLostSession);
  renderFirstPage().catch(reloadOnce);
}

async function renderFirstPage() {
  const { session } = await startInit();
  setSession(session);
  await Promise.all([initI18n(session?.user.language), loadImpersonationBanner(session)]);
  startTheme(session?.user.theme);
  followPreferences();
  followSession();
  reloadFailedImages();
  const router = createBrowserRouter(routes);
  await firstPageLoaded(router);
  loadFonts();
  show(router);
}

/** Renders the first page, or continues with what the server rendered. */
function show(router: DataRouter) {
  const root = document.getElementById('root')!;
  const page = (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  );
  if (globalThis.takeEarlyInput?.()) hydrateRoot(root, page);
  else createRoot(root).render(page);
}

/**
 * Resolves when the router has loaded the first page, so that the splash screen of index.html stays until
 * then.
 */
function firstPageLoaded(router: DataRouter): Promise<void> {
  return new Promise((resolve) => {
    const check = () => router.state.initialized && resolve();
    router.subscribe(check);
    check();
  });
}
