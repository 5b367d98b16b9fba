import { z } from 'zod';
import { byId, commonErrors, declareHeaders, errorBody } from '#contract/records/route-parts.ts';
import { c, strictRouter } from '#contract/records/ts-rest.ts';
import { uploadedFileSchema } from '#contract/schema/fields/upload.ts';

const name = z.string().max(100);

/** The endpoint that uploads files for the fields of records, and the endpoint of their signed addresses. */
export const fileRoutes = strictRouter({
  upload: {
    method: 'POST',
    path: '/api/files',
    summary: 'Upload a file for a field of a resource; the id in the response is then a value of that field',
    query: z.strictObject({ resource: name, field: name, name: z.string().max(1000).optional() }),
    // The file itself, not JSON: the server streams it from the request.
    body: z.unknown(),
    responses: {
      201: uploadedFileSchema(z),
      ...commonErrors,
      404: errorBody,
      413: errorBody,
      422: errorBody,
    },
    metadata: { bodyType: 'application/octet-stream' },
  },
  read: {
    method: 'GET',
    path: '/api/files/:id/:variant',
    summary: 'Download a file, or a thumbnail of an image, from the signed address in its record',
    pathParams: byId.extend({ variant: z.string().regex(/^(original|\d{1,4})$/) }),
    query: z.strictObject({
      expires: z.string().regex(/^\d{1,12}$/),
      signature: z.string().max(100),
    }),
    responses: {
      200: c.otherResponse({ contentType: 'application/octet-stream', body: z.unknown() }),
      206: c.otherResponse({ contentType: 'application/octet-stream', body: z.unknown() }),
      416: c.noBody(),
      ...commonErrors,
      404: errorBody,
    },
    metadata: {
      public: true,
      ...declareHeaders({
        200: { 'Content-Disposition': 'always' },
        206: { 'Content-Disposition': 'always' },
      }),
    },
  },
});
