import { matchResourceFromRoute, ResourceContext, type RouterProvider } from '@refinedev/core';
import { use, useCallback, useMemo } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';

/**
 * Refine's router provider. The pages read and write the queries of their addresses themselves, so Refine receives none:
 * its own provider for React Router parses them with a package as large as its other code.
 */
export const routerProvider: RouterProvider = {
  go: () => {
    const navigate = useNavigate();
    return useCallback(
      ({ to = '', type }) => (type === 'path' ? to : void navigate(to, { replace: type === 'replace' })),
      [navigate],
    );
  },
  back: () => {
    const navigate = useNavigate();
    return useCallback(() => void navigate(-1), [navigate]);
  },
  parse: () => {
    const params = useParams();
    const { pathname } = useLocation();
    const { resources } = use(ResourceContext);
    const { resource, action } = useMemo(
      () => matchResourceFromRoute(pathname, resources),
      [pathname, resources],
    );
    return useCallback(
      () => ({
        pathname,
        params,
        ...(resource && { resource }),
        ...(action && { action }),
        ...(params.id !== undefined && { id: params.id }),
      }),
      [pathname, params, resource, action],
    );
  },
  Link,
};
