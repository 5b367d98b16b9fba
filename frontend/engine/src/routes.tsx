import modules from 'virtual:bindery/page-modules';
import { developerPages } from '@bindery/contract/api/developers/pages.ts';
import { type AreaName, areas } from '@bindery/contract/api/pages.ts';
import { type ReactNode, Suspense } from 'react';
import { data, type LoaderFunction, type RouteObject } from 'react-router';
import { onlyManagers, onlySignedIn, onlySignedOut, redirectTo } from './shell/auth/guards.ts';
import { currentSession, may, useSession } from './shell/auth/session.ts';
import { loadNamespaces } from './shell/i18n/i18n.ts';
import { ErrorMessage, ErrorPage } from './shell/layout/error-page.tsx';
import { RootLayout } from './shell/layout/root-layout.tsx';
import { RouteError, RouteErrorInFrame } from './shell/layout/route-error.tsx';
import { pages, type TypedPage } from './shell/pages.ts';

/** The module of a page. */
export interface PageModule {
  readonly Component: () => ReactNode;
  readonly loader?: LoaderFunction;
}

type Load = () => Promise<PageModule>;

/** The texts of the tabs, which every page of the app shows. */
const tabNamespaces = Object.values<TypedPage>(pages).flatMap(({ menu, namespaces = [] }) =>
  menu === 'tabs' ? namespaces : [],
);

/**
 * Loads a page of an extension together with antd's configuration, without which antd's parts have no styles.
 */
async function inTheme(load: Load): Promise<PageModule> {
  const [page, { withTheme }] = await Promise.all([load(), import('./manager/antd/antd-theme.tsx')]);
  const Themed = withTheme(page.Component);
  const Component = () => (
    <Suspense fallback={null}>
      <Themed />
    </Suspense>
  );
  return { ...page, Component };
}

/**
 * Returns a lazy route that loads its module together with its namespaces. The router loads it in parallel
 * with the guard of the area, so visitors without access to the manager load none of it.
 */
function lazily(area: AreaName, load: Load, page: Pick<TypedPage, 'namespaces' | 'right'> = {}): Load {
  const { namespaces = [], right } = page;
  return async () => {
    if ((area === 'manager' && !may('apps', 'manager')) || (right && !may(...right)))
      throw data(null, { status: 403 });
    const [{ Component, loader }] = await Promise.all([
      load(),
      loadNamespaces(...areas[area].namespaces, ...(area === 'app' ? tabNamespaces : []), ...namespaces),
    ]);
    return { Component, ...(loader && { loader }) };
  };
}

/** Returns the routes of an area's pages. A page whose module has been removed with its feature has none. */
const pagesOf = (area: AreaName): RouteObject[] =>
  Object.entries(pages)
    .filter(([, page]) => page.area === area)
    .flatMap(([path, page]) => routeOf(path, page));

function routeOf(path: string, page: TypedPage): RouteObject[] {
  const { area, component, title, signedIn, right } = page;
  const load = modules[`./${component}`];
  if (!load) return [];
  const isThemed = area === 'manager' && component.startsWith('extensions/');
  const route = { path, lazy: lazily(area, isThemed ? () => inTheme(load) : load, page), handle: { title } };
  // A page without a layout has no parent route that requires a session.
  return area === 'public' && (signedIn || right) ? [{ loader: onlySignedIn, children: [route] }] : [route];
}

/** The pages that exist only in development: a build removes this code. */
const developerRoutes: RouteObject[] = import.meta.env.DEV
  ? Object.keys(developerPages).map((path) => ({
      path,
      lazy: lazily('manager', () => import('./manager/developers/developers-page.tsx'), {
        namespaces: ['developers'],
      }),
    }))
  : [];

const inFrame = (...children: RouteObject[]): RouteObject[] => [
  { ErrorBoundary: RouteErrorInFrame, children },
];

const loadAppLayout = lazily('app', () => import('./app/app-layout.tsx'));

/** Loads the frame of an unknown page, which keeps the navigation of users. Strangers load none of it. */
async function loadUnknownPage(): Promise<PageModule> {
  const Layout = currentSession() && (await loadAppLayout()).Component;
  return { Component: () => (useSession() && Layout ? <Layout /> : <ErrorPage kind="404" />) };
}

const loadManager = lazily('manager', () => import('./manager/main/manager.tsx'));

/** Loads the frame of an unknown page of the manager, for its users. Other visitors load none of it. */
const loadUnknownManagerPage = async (): Promise<PageModule> =>
  may('apps', 'manager') ? loadManager() : { Component: () => <ErrorPage kind="404" /> };

const areaRoutes: RouteObject[] = [
  ...pagesOf('public'),
  // Only if no extension has a page there: the first route of a path matches.
  { path: '/', loader: ({ request }) => redirectTo(request, '/login') },
  {
    loader: onlySignedOut,
    lazy: lazily('login', () => import('./sign-in/login-layout.tsx')),
    children: pagesOf('login'),
  },
  {
    loader: onlySignedIn,
    lazy: loadAppLayout,
    children: inFrame(...pagesOf('app')),
  },
  {
    loader: onlyManagers,
    children: [
      {
        lazy: loadManager,
        children: inFrame(
          { path: '/manager', loader: ({ request }) => redirectTo(request, '/manager/dashboard') },
          ...developerRoutes,
          ...pagesOf('manager'),
        ),
      },
    ],
  },
  {
    path: '/manager/*',
    lazy: loadUnknownManagerPage,
    children: [{ path: '*', element: <ErrorMessage kind="404" /> }],
  },
  {
    path: '*',
    lazy: loadUnknownPage,
    children: [{ path: '*', element: <ErrorMessage kind="404" /> }],
  },
];

/** All routes, from the page table. */
export const routes: RouteObject[] = [
  {
    Component: RootLayout,
    ErrorBoundary: RouteError,
    HydrateFallback: () => null,
    children: [{ ErrorBoundary: RouteError, children: areaRoutes }],
  },
];
