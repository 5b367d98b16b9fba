/*
 * All that the server uses of ts-rest's run time: other modules import it from here, which the linter
 * enforces (docs/decisions/ts-rest.md).
 */
export { createExpressEndpoints, RequestValidationError } from '@ts-rest/express';
