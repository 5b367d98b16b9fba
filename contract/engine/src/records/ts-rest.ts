/*
 * All that the contract uses of ts-rest: other modules import it from here, which the linter enforces
 * (docs/decisions/ts-rest.md).
 */
import { initContract } from '@ts-rest/core';

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

/** Declares routes, and the responses that are not JSON. Its type has no name that a declaration could state. */
export const c: ReturnType<typeof initContract> = initContract();
