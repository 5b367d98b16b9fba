import { fileRoutes } from '@bindery/contract/records/files/routes.ts';
import type { UploadRules } from '@bindery/contract/schema/fields/upload.ts';
import { type AllResources, allows, type Role } from '@bindery/contract/schema/index.ts';
import { type RequestHandler, Router } from 'express';
import { requireSession, requireSessionOf } from '#backend/access/sessions/middleware.ts';
import type { Database } from '#backend/database/connection.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { endpoints, guarded } from '#backend/kernel/http/endpoints.ts';
import { createRateLimiter } from '#backend/kernel/http/rate-limiter.ts';
import { allowLongRequest } from '#backend/kernel/http/request-lifecycle.ts';
import type { Settings } from '#backend/kernel/settings/settings.ts';
import { type DownloadParts, download } from './download.ts';
import { toUploadedFile } from './store.ts';
import { uploadFile } from './upload.ts';

interface Parts extends DownloadParts {
  readonly database: Database;
  readonly resources: AllResources;
  readonly settings: Pick<Settings, 'uploadsPerHour'>;
}

/** Returns the endpoint of signed addresses, without a session: any holder of one may read the file. */
export function fileDownloads(parts: DownloadParts): Router {
  return endpoints(
    { read: fileRoutes.read },
    { read: ({ params, query, res }) => download(res, { ...parts, address: { ...params, ...query } }) },
  );
}

/** Returns the endpoint that uploads files, for users who may write the field that each is for. */
export function fileUploads({ database, storage, urls, resources, settings }: Parts): Router {
  const limiter = createRateLimiter(database.execute);
  const routes = endpoints(
    { upload: fileRoutes.upload },
    {
      upload: guarded(requireSession, async ({ query, req, res }) => {
        const { user } = requireSessionOf(res);
        const { resource, field } = query;
        const rules = rulesFor(resources, { resource, field, role: user.role });
        if ((await limiter.consume(`upload:${user.id}`)) > settings.uploadsPerHour)
          throw new ApiError('TOO_MANY_REQUESTS');
        const onReceived = () => allowLongRequest(res);
        const { name } = query;
        const incoming = { body: req, name, resource, field, rules, uploaderId: user.id, onReceived };
        const file = await uploadFile({ database, storage }, incoming);
        return { status: 201, body: toUploadedFile(file, urls) };
      }),
    },
  );
  return Router().use(drainRejected).use(routes);
}

/** Reads and drops the rest of a rejected upload: unread, it would block the connection. */
const drainRejected: RequestHandler = (req, res, next) => {
  res.once('finish', () => req.resume());
  next();
};

/**
 * @throws ApiError NOT_FOUND for a field that does not exist for this role; FORBIDDEN if it may not write it.
 */
function rulesFor(
  resources: AllResources,
  { resource: name, field: fieldName, role }: { resource: string; field: string; role: Role },
): UploadRules {
  const resource = Object.hasOwn(resources, name) ? resources[name] : undefined;
  const field = resource?.fields[fieldName];
  if (!resource || !field?.upload || !field.readBy.includes(role)) throw new ApiError('NOT_FOUND');
  const mayWrite = (['create', 'update'] as const).some((action) => allows(resource, { role, action }));
  if (!mayWrite || field.readOnly || !field.writeBy.includes(role)) throw new ApiError('FORBIDDEN');
  return field.upload;
}
