import compression from 'compression';
import express, { type Express, type Router } from 'express';
import { pages } from '#contract/read-pages.ts';
import { type Rights, rolesOf } from '#contract/rights.ts';
import type { Resource } from '#contract/schema/index.ts';
import { accountEndpoints } from './account/routes.ts';
import { createFindByKey } from './api-keys/find-by-key.ts';
import type { Auth } from './auth/auth.ts';
import { authHandler } from './auth/handler.ts';
import { authSecret } from './auth/secret.ts';
import { dashboardEndpoints } from './dashboard/routes.ts';
import type { Database } from './database/connection.ts';
import type { CreateTools } from './extend/create-app-tools.ts';
import type { EndpointsExtension } from './extend/endpoints.ts';
import { extensionEndpoints } from './extend/mount-endpoints.ts';
import { createOwnAnswers } from './extend/own-answers.ts';
import { rawBodies, takesRawBodies } from './extend/raw-body.ts';
import { fileDownloads, fileUploads } from './files/routes.ts';
import type { FileUrls } from './files/signed-url.ts';
import type { FileStorage } from './files/storage/storage.ts';
import { readinessOf, serverChecks } from './health/readiness.ts';
import { healthEndpoints } from './health/routes.ts';
import { historyEndpoints } from './history/routes.ts';
import { below } from './http/endpoints.ts';
import { errorAnswer, lastErrorAnswer, unknownEndpoint } from './http/errors.ts';
import { createRequestContext } from './http/request-context.ts';
import {
  refuseEncodedBody,
  refuseForbiddenWrites,
  refuseUnfitInput,
  refuseUnknownAddress,
} from './http/request-guard.ts';
import { requestDeadline, requestLog } from './http/request-lifecycle.ts';
import { securityHeaders } from './http/security-headers.ts';
import { createImpersonationGuard } from './impersonation/impersonation-guard.ts';
import { createRestoreAdminSession } from './impersonation/restore-admin-session.ts';
import { registerImportJobs } from './imports/jobs.ts';
import { importEndpoints } from './imports/routes.ts';
import { uploadImport } from './imports/upload.ts';
import type { JobQueue } from './jobs/job-queue.ts';
import type { Mailer } from './mail/mailer.ts';
import { outboxRoutes } from './mail/outbox-routes.ts';
import { openApiRoutes } from './openapi/routes.ts';
import { createDocumentHead } from './page-shell/document-head.ts';
import { createInitHandler, initRoutes, publicSettings } from './page-shell/init.ts';
import { createLoadInitialData } from './page-shell/initial-data.ts';
import { createPathMatcher, createRightCheck } from './page-shell/known-paths.ts';
import { type Frontend, servePage } from './page-shell/page.ts';
import { createResourceRouters } from './resources/endpoints/create-routers.ts';
import { resourceRoutes } from './resources/endpoints/endpoints.ts';
import { limitPublicWrites } from './resources/endpoints/limit-public-writes.ts';
import type { CountCache } from './resources/query/count.ts';
import type { ResourceServices } from './resources/resource-service.ts';
import { endSessionsNow } from './sessions/end-sessions.ts';
import { loadSession } from './sessions/middleware.ts';
import { createRenewSession } from './sessions/renew.ts';
import { createRowUserFields } from './sessions/row-user-fields.ts';
import { createFindSession } from './sessions/session-store.ts';
import type { Settings } from './settings/settings.ts';
import { mayAdminister } from './users/require-administered.ts';
import { userEndpoints } from './users/routes.ts';
import { viewEndpoints } from './views/routes.ts';
import { createStartAddress } from './views/start-address.ts';

/** The dependencies of `createApp`. */
export interface AppParts {
  readonly settings: Settings;
  readonly database: Database;
  readonly auth: Auth;
  readonly mailer: Mailer;
  readonly counts: CountCache;
  readonly queue: JobQueue;
  readonly services: ResourceServices;
  /** Signs the addresses of files. */
  readonly urls: FileUrls;
  readonly storage: FileStorage;
  /** The endpoints of extensions, and what they may use. */
  readonly extensions: readonly EndpointsExtension[];
  readonly tools: CreateTools;
  readonly frontend: Frontend;
  readonly resources: Readonly<Record<string, Resource>>;
  /** The access rights of each role, including those on resources. */
  readonly rights: Rights;
  /** Creates what exists while developing only; production has none of it. */
  readonly developerRoutes?: ((parts: AppParts) => Router) | undefined;
  /** Validates the responses of the resource endpoints against the contract too: for tests. */
  readonly checkResponses?: boolean;
}

/** Creates the Express application. Middleware is registered in the order in which a request passes it. */
export function createApp(parts: AppParts): Express {
  const { settings, database, auth, mailer, counts, queue, services, urls, storage } = parts;
  const { extensions, tools, frontend, resources, rights, developerRoutes, checkResponses = false } = parts;
  const app = express();
  const { isSecure: secure } = settings;
  const secret = authSecret(settings);
  const find = createFindSession({
    ...{ read: database.query, secret, secure, rights },
    roles: rolesOf(resources),
    rowUserFields: createRowUserFields(resources),
    mayImpersonate: (actor, { id }) => mayAdminister({ database, resources, actor, id, action: 'update' }),
  });
  const end = (token: string) => endSessionsNow(database, { token });
  const sessions = {
    find,
    findByKey: undefined,
    renew: createRenewSession(auth),
    restore: createRestoreAdminSession({ find, end, secret, secure }),
    checkImpersonated: createImpersonationGuard(resources),
  };
  const findByKey = createFindByKey({ database, resources, rights, settings });
  const begin = createRequestContext(settings, {
    headers: securityHeaders(settings, frontend.pages ?? pages),
  });
  const init = createInitHandler(settings, resources);

  // Express exposes stack traces in every environment other than "production".
  app.set('env', process.env.NODE_ENV === 'development' ? 'development' : 'production');
  app.disable('x-powered-by');
  app.set('trust proxy', settings.trustedProxies);
  app.set('etag', false);

  app.use(refuseUnknownAddress(settings, begin));
  // Before the other middleware, so with few headers: a page loads many assets, and every byte counts on a slow
  // network. None of them is below /api.
  app.use(/^(?!\/api\/)/, frontend.assets);
  app.use(begin, compression());

  app.use(below('/api/health'), healthEndpoints(readinessOf(serverChecks(database, mailer))));
  app.use(below('/api'), requestLog());
  app.use(requestDeadline(settings.requestMs));
  app.use(below('/api/files'), fileDownloads({ database, storage, urls }));
  app.use(refuseEncodedBody, refuseForbiddenWrites(settings));
  app.use(below('/api'), loadSession({ ...sessions, findByKey }));
  app.all('/api/auth/*splat', authHandler(auth, settings));
  // Before JSON is parsed: any file is read as it is.
  app.use(below('/api/files'), fileUploads({ database, storage, urls, resources, settings }));
  for (const extension of extensions.filter(takesRawBodies))
    app.use(below(`/api/${extension.resource}`), rawBodies(extension));
  // Ten thousand ids, which the general limit would refuse.
  app.use('/api/:resource/bulk', express.json({ limit: '500kb', inflate: false }));
  app.use(below('/api'), express.json({ limit: '100kb', inflate: false }), refuseUnfitInput);
  app.use(below('/api/fn'), initRoutes(init));
  app.use(below('/api/users'), userEndpoints({ auth, database, resources, settings }));
  app.use(below('/api/account'), accountEndpoints({ auth, database, settings }));
  app.use(
    below('/api/imports'),
    importEndpoints({ database, services, queue, jobs: registerImportJobs(queue, services) }),
  );
  // Before the generated ones, whose `/api/books/:id` would match `/api/books/latest` too.
  for (const extension of extensions)
    app.use(
      below(`/api/${extension.resource}`),
      extensionEndpoints(extension, { resources, services, tools, checkResponses }),
    );
  const routers = createResourceRouters({
    ...{ resources, services, uploadImport, checkResponses },
    limitPublicWrites: limitPublicWrites(database, settings),
  });
  app.use(resourceRoutes(routers));
  app.use(below('/api/history'), historyEndpoints({ services, database }));
  app.use(below('/api/dashboard'), dashboardEndpoints({ database, resources, counts }));
  app.use(below('/api/views'), viewEndpoints({ database, resources }));
  if (mailer.outbox) app.use(outboxRoutes(mailer.outbox, settings));
  app.use(openApiRoutes({ auth, baseUrl: settings.baseUrl, resources, extensions }));
  if (developerRoutes) app.use(developerRoutes(parts));
  app.use(below('/api'), unknownEndpoint);

  const exists = createPathMatcher(resources, frontend.pages);
  if (!exists('/')) app.get('/', (req, res) => res.redirect(302, `/login${req.originalUrl.slice(1)}`));
  app.get(
    '/{*page}',
    loadSession(sessions),
    servePage({
      frontend,
      init,
      answers: createLoadInitialData(services, createOwnAnswers(extensions, { resources, services, tools })),
      exists,
      mayOpen: createRightCheck(frontend.pages),
      head: createDocumentHead({
        ...{ resources, environment: publicSettings(settings, rolesOf(resources)).environment },
        ...{ pages: frontend.pages, isHot: frontend.isHot },
      }),
      startAddress: createStartAddress({ database, resources }),
      captcha: Boolean(settings.captcha),
    }),
  );
  app.use(unknownEndpoint, errorAnswer, lastErrorAnswer);
  return app;
}
