import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { errorBody } from './error-body.ts';
import { batchResult } from './resources/bulk.ts';
import { withNotFound } from './shared-responses.ts';

const c = initContract();

/** The endpoints of the history of all resources. */
export const historyRoutes = c.router({
  undoBatch: {
    method: 'POST',
    path: '/api/history/batches/:batch/undo',
    summary: 'Take back changes that were made together: all or none of them',
    pathParams: z.object({ batch: z.uuid().toLowerCase() }),
    body: c.noBody(),
    responses: { 200: batchResult, ...withNotFound, 409: errorBody },
    strictStatusCodes: true,
  },
});
