import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, type DataRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { followPreferences } from './auth/follow-preferences.ts';
import { setSession } from './auth/session.ts';
import { initI18n } from './i18n/i18n.ts';
import { reloadOnce } from './layout/chunk-reload.ts';
import { preloadFrom } from './layout/preload.ts';
import { routes } from './routes.tsx';
import { loadImpersonationBanner } from './session/impersonation-host.tsx';
import { startInit } from './session/init.ts';
import { startTheme } from './theme/theme.ts';
import './theme/tokens.css';
import './theme/base.css';

preloadFrom(routes);
// Without its texts or settings there is no page that could say so: the last resort is to load it once more.
start().catch(reloadOnce);

/** Draws the first page as soon as the settings, the texts and what stands above it are there. */
async function start() {
  const { session } = await startInit();
  setSession(session);
  await Promise.all([initI18n(session?.user.language), loadImpersonationBanner(session)]);
  startTheme(session?.user.theme);
  followPreferences();
  const router = createBrowserRouter(routes);
  await pageIsLoaded(router);
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}

/** What the document draws by itself stays until there is something to put in its place. */
function pageIsLoaded(router: DataRouter): Promise<void> {
  return new Promise((resolve) => {
    const check = () => router.state.initialized && resolve();
    router.subscribe(check);
    check();
  });
}
