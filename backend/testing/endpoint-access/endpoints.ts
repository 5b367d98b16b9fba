import type { Express } from 'express';
import type { Auth } from '#backend/auth/auth.ts';

/** A layer of Express's router stack: a route, or a nested router. */
interface Layer {
  readonly route?: {
    readonly path: string | readonly string[];
    readonly methods: Readonly<Record<string, boolean>>;
  };
  readonly handle?: { readonly stack?: readonly Layer[] };
}

/** Returns every route of the application itself, as `METHOD /path`. */
export function routesOf(app: Express): string[] {
  const within = (layers: readonly Layer[]): string[] =>
    layers.flatMap(({ route, handle }) => {
      if (!route) return within(handle?.stack ?? []);
      return [route.path]
        .flat()
        .flatMap((path) => Object.keys(route.methods).map((method) => `${method.toUpperCase()} ${path}`));
    });
  return [...new Set(within(app.router.stack as unknown as Layer[]))];
}

/** Returns every HTTP endpoint of better-auth and its plugins, as `METHOD /path`. */
export function signInEndpoints(auth: Auth): string[] {
  const endpoints = auth.api as unknown as Record<
    string,
    { path?: string; options?: { method?: string | string[] } }
  >;
  return Object.values(endpoints)
    .filter(({ path }) => path !== undefined)
    .flatMap(({ path, options }) => [options?.method ?? 'GET'].flat().map((method) => `${method} ${path}`));
}
