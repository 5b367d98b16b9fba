/*
 * All that the contract uses of ts-rest: other modules import it from here, which the linter enforces
 * (docs/decisions/ts-rest.md).
 */
import { type AppRouter, initContract } from '@ts-rest/core';

export {
  type AppRoute,
  type AppRouteDeleteNoBody,
  type AppRouteMutation,
  type AppRouteQuery,
  type AppRouter,
  ContractNoBody,
  type ContractNoBodyType,
  type ContractOtherResponse,
  isAppRoute,
  type ServerInferRequest,
  type ServerInferResponses,
} from '@ts-rest/core';

/** Declares routes, and non-JSON responses. Its type has no name that a declaration could state. */
export const c: ReturnType<typeof initContract> = initContract();

/** Routes whose responses have no other status than the declared ones. */
export type StrictRouter<Routes extends AppRouter> = {
  readonly [Name in keyof Routes]: Routes[Name] & { readonly strictStatusCodes: true };
};

/** Declares the routes of endpoints, which respond with the declared status codes only. */
export const strictRouter = <const Routes extends AppRouter>(routes: Routes): StrictRouter<Routes> =>
  Object.fromEntries(
    Object.entries(routes).map(([name, route]) => [name, { ...route, strictStatusCodes: true }]),
  ) as StrictRouter<Routes>;
