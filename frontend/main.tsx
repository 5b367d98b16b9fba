import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { followPreferences } from './auth/follow-preferences.ts';
import { setSession } from './auth/session.ts';
import { startTexts } from './i18n/texts.ts';
import { routes } from './routes.tsx';
import { loadImpersonationBanner } from './shell/impersonation-host.tsx';
import { startInit } from './shell/init.ts';
import { preloadFrom } from './shell/preload.ts';
import { startTheme } from './theme/theme.ts';
import './theme/tokens.css';
import './theme/base.css';

preloadFrom(routes);
start();

/** Draws the first page as soon as the settings, the texts and what stands above it are there. */
async function start() {
  const { session } = await startInit();
  setSession(session);
  await Promise.all([startTexts(session?.user.language), loadImpersonationBanner(session)]);
  startTheme(session?.user.theme);
  followPreferences();
  const router = createBrowserRouter(routes);
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}
