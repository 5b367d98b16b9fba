import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { onlyManagers, onlySignedIn, onlySignedOut } from './auth/guards.ts';
import { redirectTo } from './auth/replace-redirect.ts';
import { loadNamespaces } from './i18n/i18n.ts';
import type { Namespace } from './i18n/keys.ts';
import { ErrorPage } from './layout/error-page.tsx';
import { RootLayout } from './layout/root-layout.tsx';
import { RouteError, RouteErrorInFrame } from './layout/route-error.tsx';
import { managerRoutes } from './manager/routes.tsx';

/** Returns a lazy route that loads its page together with its namespaces. */
const page =
  (load: () => Promise<{ Component: ComponentType }>, ...namespaces: Namespace[]) =>
  async () => {
    const [module] = await Promise.all([load(), loadNamespaces(...namespaces)]);
    return { Component: module.Component };
  };

const loginRoutes: RouteObject[] = [
  { index: true, lazy: page(() => import('./login/login-page.tsx'), 'login') },
  { path: 'verify', lazy: page(() => import('./login/verify-page.tsx'), 'login') },
];

const appRoutes: RouteObject[] = [
  { index: true, lazy: page(() => import('./app/home-page.tsx'), 'app') },
  { path: 'books', lazy: page(() => import('./app/books/books-page.tsx'), 'app') },
  { path: 'books/:id', lazy: page(() => import('./app/books/book-page.tsx'), 'app') },
  { path: 'account', lazy: page(() => import('./account/account-page.tsx'), 'account') },
];

const pages: RouteObject[] = [
  { index: true, loader: ({ request }) => redirectTo(request, '/login') },
  { path: 'login/error', lazy: page(() => import('./login/login-error-page.tsx'), 'login') },
  {
    path: 'login',
    loader: onlySignedOut,
    lazy: page(() => import('./login/login-layout.tsx')),
    children: loginRoutes,
  },
  {
    path: 'app',
    loader: onlySignedIn,
    lazy: page(() => import('./app/app-layout.tsx'), 'app'),
    children: [{ ErrorBoundary: RouteErrorInFrame, children: appRoutes }],
  },
  { path: 'manager', loader: onlyManagers, children: managerRoutes },
  { path: '*', element: <ErrorPage kind="404" /> },
];

/** All routes. Each page is a chunk of its own. */
export const routes: RouteObject[] = [
  {
    Component: RootLayout,
    HydrateFallback: () => null,
    children: [{ ErrorBoundary: RouteError, children: pages }],
  },
];
