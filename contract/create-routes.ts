import { accountRoutes } from './account.ts';
import { dashboardRoutes } from './dashboard.ts';
import { healthRoutes } from './health.ts';
import { historyRoutes } from './history.ts';
import { type RoutesOf, routesOfAll } from './resources/routes.ts';
import type { Resources } from './schema/index.ts';
import { userRoutes } from './users.ts';
import { viewRoutes } from './views.ts';

/** The handwritten endpoints; those of `users` are merged with the ones of its resource. */
type HandWritten = {
  users: typeof userRoutes;
  account: typeof accountRoutes;
  dashboard: typeof dashboardRoutes;
  views: typeof viewRoutes;
  health: typeof healthRoutes;
  history: typeof historyRoutes;
};

/** Creates the routes of all resources, and the handwritten ones. */
export const createRoutes = <C>(resources: Resources<C>): RoutesOf<Resources<C>> & HandWritten => {
  const generic: Readonly<Record<string, object>> = routesOfAll(resources);
  return {
    ...generic,
    users: { ...generic.users, ...userRoutes },
    account: accountRoutes,
    dashboard: dashboardRoutes,
    views: viewRoutes,
    health: healthRoutes,
    history: historyRoutes,
  } as RoutesOf<Resources<C>> & HandWritten;
};
