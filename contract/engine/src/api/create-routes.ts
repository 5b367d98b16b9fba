import { fileRoutes } from '#contract/records/files/routes.ts';
import { importRoutes } from '#contract/records/imports.ts';
import { type RoutesOf, routesOfAll } from '#contract/records/resources/routes.ts';
import type { AppRouter } from '#contract/records/ts-rest.ts';
import { viewRoutes } from '#contract/records/views.ts';
import type { Resources } from '#contract/schema/index.ts';
import type { RegisteredResources, RegisteredRoutes } from '#contract/schema/register.ts';
import { dashboardRoutes } from './dashboard.ts';
import { healthRoutes } from './health.ts';
import { historyRoutes } from './history.ts';
import { accountRoutes, userRoutes } from './users.ts';

const handWritten = {
  account: accountRoutes,
  dashboard: dashboardRoutes,
  views: viewRoutes,
  health: healthRoutes,
  files: fileRoutes,
  imports: importRoutes,
  history: historyRoutes,
};

/** The handwritten endpoints; the ones of `users` are merged into the generated routes of that resource. */
type HandWritten = typeof handWritten & { users: typeof userRoutes };

/** All routes of the product that pages call: of its resources, their extensions, and handwritten ones. */
export type ProductRoutes = RoutesOf<RegisteredResources> & HandWritten & RegisteredRoutes;

type PathsOf<Routes> = {
  [Name in keyof Routes]: Routes[Name] extends {
    readonly method: 'GET';
    readonly path: infer Path extends string;
  }
    ? Path
    : never;
}[keyof Routes];

type ReadPath = { [Group in keyof ProductRoutes]: PathsOf<ProductRoutes[Group]> }[keyof ProductRoutes];

/** A call that reads: the path of an endpoint, with placeholders for its parameters, and possibly a query. */
export type ReadCall = ReadPath | `${ReadPath}?${string}`;

/** Creates the routes of all resources and their extensions, and the handwritten routes. */
export const createRoutes = <C, X extends Readonly<Record<string, AppRouter>>>(
  resources: Resources<C>,
  extensions: X,
): RoutesOf<Resources<C>> & HandWritten & X => {
  const generic: Readonly<Record<string, object>> = routesOfAll(resources);
  return {
    ...generic,
    ...Object.fromEntries(
      Object.entries(extensions).map(([name, routes]) => [name, { ...routes, ...generic[name] }]),
    ),
    users: { ...extensions.users, ...generic.users, ...userRoutes },
    ...handWritten,
  } as RoutesOf<Resources<C>> & HandWritten & X;
};
