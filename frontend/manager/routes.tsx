import { data, type RouteObject } from 'react-router';
import { redirectTo } from '../auth/replace-redirect.ts';
import { may } from '../auth/session.ts';
import { loadNamespaces } from '../i18n/i18n.ts';
import type { Namespace } from '../i18n/keys.ts';
import { RouteErrorInFrame } from '../layout/route-error.tsx';

type PageModule = Pick<RouteObject, 'Component' | 'loader'>;

/**
 * Returns a lazy route that loads its page together with its namespaces. The router loads it in parallel with
 * the guard of the area, so visitors without access load none of it.
 */
const page =
  (load: () => Promise<PageModule>, ...namespaces: Namespace[]) =>
  async () => {
    if (!may('apps', 'manager')) throw data(null, { status: 403 });
    const [{ Component, loader }] = await Promise.all([load(), loadNamespaces('manager', ...namespaces)]);
    return { Component, ...(loader && { loader }) } as PageModule;
  };

/*
 * Resource names are route parameters rather than routes, so that resources.config.ts is not loaded by every
 * visitor.
 */
const pages: RouteObject[] = [
  { index: true, loader: ({ request }) => redirectTo(request, '/manager/dashboard') },
  { path: 'dashboard', lazy: page(() => import('./dashboard/dashboard-page.tsx')) },
  { path: 'account', lazy: page(() => import('../account/account-page.tsx'), 'account') },
  { path: ':resource', lazy: page(() => import('./list/list-page.tsx')) },
  { path: ':resource/new', lazy: page(() => import('./form/create-page.tsx'), 'errors') },
  { path: ':resource/:id', lazy: page(() => import('./show/show-page.tsx')) },
  { path: ':resource/:id/update', lazy: page(() => import('./form/update-page.tsx'), 'errors') },
];

/** The routes below /manager, inside its layout. */
export const managerRoutes: RouteObject[] = [
  {
    lazy: page(() => import('./manager.tsx')),
    children: [{ ErrorBoundary: RouteErrorInFrame, children: pages }],
  },
];
