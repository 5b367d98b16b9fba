import { pages } from '@bindery/contract/api/read-pages.ts';
import compression from 'compression';
import express, { type Express, type Router } from 'express';
import { createFindByKey } from '#backend/access/api-keys/find-by-key.ts';
import type { Auth } from '#backend/access/auth/auth.ts';
import { authHandler } from '#backend/access/auth/handler.ts';
import { authSecret } from '#backend/access/auth/secret.ts';
import { createImpersonationCheck, createRestoreAdminSession } from '#backend/access/impersonation.ts';
import { createActingCheck } from '#backend/access/sessions/acting-as.ts';
import { endSessionsNow } from '#backend/access/sessions/end-sessions.ts';
import { createRenewSession, loadSession } from '#backend/access/sessions/middleware.ts';
import { createFindImpersonator, createFindSession } from '#backend/access/sessions/session-store.ts';
import { createFindStoredActor } from '#backend/access/sessions/stored-actor.ts';
import { createExtensionResponses } from '#backend/extend/extension-responses.ts';
import { extensionEndpoints } from '#backend/extend/mount-endpoints.ts';
import { rawBodies, takesRawBodies } from '#backend/extend/raw-body.ts';
import { accountEndpoints } from '#backend/features/account/routes.ts';
import { createBatchJobs } from '#backend/features/batches/batch-jobs.ts';
import { dashboardEndpoints } from '#backend/features/dashboard/routes.ts';
import { historyEndpoints } from '#backend/features/history/routes.ts';
import { registerImportJobs } from '#backend/features/imports/jobs.ts';
import { importEndpoints } from '#backend/features/imports/routes.ts';
import { uploadImport } from '#backend/features/imports/upload.ts';
import { mayAdminister } from '#backend/features/users/require-administered.ts';
import { userEndpoints } from '#backend/features/users/routes.ts';
import { createSavedViews } from '#backend/features/views/routes.ts';
import { healthEndpoints, readinessOf, serverChecks } from '#backend/kernel/health/readiness.ts';
import { mountAt } from '#backend/kernel/http/endpoints.ts';
import { errorHandler, lastErrorHandler, unknownEndpoint } from '#backend/kernel/http/errors.ts';
import { createRequestContext } from '#backend/kernel/http/request-context.ts';
import {
  parseJsonBodies,
  rejectEncodedBody,
  rejectForbiddenWrites,
  rejectUnfitInput,
  rejectUnknownAddress,
} from '#backend/kernel/http/request-guard.ts';
import { compressResponses, requestDeadline, requestLog } from '#backend/kernel/http/request-lifecycle.ts';
import { securityHeaders } from '#backend/kernel/http/security-headers.ts';
import { outboxRoutes } from '#backend/kernel/mail/outbox-routes.ts';
import { fileDownloads, fileUploads } from '#backend/records/files/routes.ts';
import {
  createResourceRouters,
  limitPublicWrites,
} from '#backend/records/resources/endpoints/create-routers.ts';
import { resourceRoutes } from '#backend/records/resources/endpoints/endpoints.ts';
import { openApiRoutes } from './openapi/routes.ts';
import { createDocumentHead } from './page-shell/document-head.ts';
import { showErrorsAsPage } from './page-shell/error-document.ts';
import { createFontFaces } from './page-shell/font-faces.ts';
import { createInitHandler, initRoutes, publicSettings } from './page-shell/init.ts';
import { createLoadInitialData } from './page-shell/initial-data.ts';
import { servePage } from './page-shell/page.ts';
import { createExistingPageFinder } from './page-shell/page-finder.ts';
import type { Parts } from './parts.ts';

/** The dependencies of `createApp`. */
export interface AppParts extends Parts {
  readonly auth: Auth;
}

/**
 * Creates the Express application. Middleware is registered in the order in which a request passes it.
 * `developerRoutes` creates the routes that exist during development only.
 */
export function createApp(parts: AppParts, developerRoutes?: (parts: AppParts) => Router): Express {
  const { settings, database, auth, mailer, services, frontend, resources, rights, extensions } = parts;
  const app = express();
  const { isSecure: secure } = settings;
  const secret = authSecret(settings);
  const findImpersonator = createFindImpersonator({
    resources,
    rights,
    mayUpdate: (reading, actor, id) =>
      mayAdminister({ database: reading, resources, actor, id, action: 'update' }),
  });
  const find = createFindSession({ database, secret, secure, rights, resources, findImpersonator });
  const findActor = createFindStoredActor(resources, findImpersonator);
  const jobs = createBatchJobs({ ...parts, findActor, sizes: parts.batchSizes });
  const end = (token: string) => endSessionsNow(database, { token });
  const sessions = {
    find,
    findByKey: undefined,
    renew: createRenewSession(auth),
    restore: createRestoreAdminSession({ find, end, secret, secure }),
    checkImpersonated: createImpersonationCheck(resources),
    checkActing: createActingCheck(secret),
  };
  const findByKey = createFindByKey(parts);
  const begin = createRequestContext(settings, {
    headers: securityHeaders(settings, frontend.pages ?? pages),
  });
  const init = createInitHandler(settings, { resources, secret });

  // Express exposes stack traces in every environment other than "production".
  app.set('env', process.env.NODE_ENV === 'development' ? 'development' : 'production');
  app.disable('x-powered-by');
  app.set('trust proxy', settings.trustedProxies);
  app.set('etag', false);

  app.use(rejectUnknownAddress(settings, begin));
  // Before the other middleware, so with few headers: a page loads many assets, and every byte counts on a
  // slow network. None of them is below /api.
  app.use(/^(?!\/api\/)/, frontend.assets);
  app.use(begin, compression(), compressResponses);

  app.use(mountAt('/api/health'), healthEndpoints(readinessOf(serverChecks(database, mailer))));
  app.use(mountAt('/api'), requestLog());
  app.use(requestDeadline(settings.requestMs));
  app.use(mountAt('/api/files'), fileDownloads(parts));
  app.use(rejectEncodedBody, rejectForbiddenWrites(settings));
  app.use(mountAt('/api'), loadSession({ ...sessions, findByKey }));
  app.all('/api/auth/*splat', authHandler(auth, settings));
  // Before JSON is parsed: a file is read unparsed, whatever its type.
  app.use(mountAt('/api/files'), fileUploads(parts));
  for (const extension of extensions.filter(takesRawBodies))
    app.use(mountAt(`/api/${extension.resource}`), rawBodies(extension));
  // Ten thousand ids, which exceed the general limit.
  app.use('/api/:resource/bulk', parseJsonBodies('500kb'));
  app.use(mountAt('/api'), parseJsonBodies('100kb'), rejectUnfitInput);
  app.use(mountAt('/api/fn'), initRoutes(init));
  app.use(mountAt('/api/users'), userEndpoints(parts));
  app.use(mountAt('/api/account'), accountEndpoints(parts));
  const importJobs = registerImportJobs({ ...parts, findActor });
  app.use(mountAt('/api/imports'), importEndpoints({ ...parts, jobs: importJobs }));
  // Before the generated ones, whose `/api/books/:id` would match `/api/books/latest` too.
  for (const extension of extensions)
    app.use(mountAt(`/api/${extension.resource}`), extensionEndpoints(extension, parts));
  const routers = createResourceRouters({
    ...parts,
    uploadImport,
    startBulk: jobs.startBulk,
    limitPublicWrites: limitPublicWrites(database, settings),
  });
  app.use(resourceRoutes(routers));
  app.use(mountAt('/api/history'), historyEndpoints({ services, database, jobs }));
  app.use(mountAt('/api/dashboard'), dashboardEndpoints(parts));
  const views = createSavedViews(parts);
  app.use(mountAt('/api/views'), views.endpoints);
  const fontFaces = createFontFaces(frontend);
  if (mailer.outbox) app.use(outboxRoutes(mailer.outbox, { isDemo: settings.isDemo, fontFaces }));
  app.use(openApiRoutes({ auth, baseUrl: settings.baseUrl, resources, extensions, fontFaces }));
  if (developerRoutes) app.use(developerRoutes(parts));
  app.use(mountAt('/api'), unknownEndpoint);

  const extensionResponse = createExtensionResponses(extensions, parts);
  const findPage = createExistingPageFinder(frontend.pages ?? pages, resources);
  if (!findPage('/')) app.get('/', (req, res) => res.redirect(302, `/login${req.originalUrl.slice(1)}`));
  app.get(
    // Not a named parameter, which Express would decode: a malformed address gets the page of unknown ones
    // too.
    /^\//,
    showErrorsAsPage(),
    loadSession(sessions),
    servePage({
      frontend,
      init,
      loadInitialData: createLoadInitialData(services, (call) =>
        call.pathname + call.search === '/api/views' ? views.respond : extensionResponse(call),
      ),
      findPage,
      head: createDocumentHead({
        resources,
        environment: publicSettings(settings, parts.roles).environment,
        isHot: frontend.isHot,
      }),
      startAddress: views.startAddress,
      captcha: Boolean(settings.captcha),
    }),
  );
  app.use(unknownEndpoint, errorHandler, lastErrorHandler);
  return app;
}
