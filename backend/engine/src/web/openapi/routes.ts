import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ofProduct } from '@bindery/contract/api/product.ts';
import type { Language } from '@bindery/contract/records/init.ts';
import { rolesOf } from '@bindery/contract/records/rights.ts';
import type { AllResources, Role } from '@bindery/contract/schema/index.ts';
import { static as files, type RequestHandler, Router } from 'express';
import type { Auth } from '#backend/access/auth/auth.ts';
import { sessionOf } from '#backend/access/sessions/middleware.ts';
import type { EndpointsExtension } from '#backend/extend/endpoints.ts';
import { brandLink, composePage, pageStyles, THEME_SOURCE } from '#backend/kernel/http/composed-page.ts';
import { escapeHtml } from '#backend/kernel/http/escape-html.ts';
import { contextOf, type RequestSession } from '#backend/kernel/http/request-context.ts';
import { contentSecurityPolicy } from '#backend/kernel/http/security-headers.ts';
import { pageTexts } from '#backend/kernel/page-texts.ts';
import { openApiDocument } from './document.ts';
import { pageTextsOf } from './texts.ts';

/** The CSP for Swagger UI, which uses inline styles; nothing is loaded from other origins. */
const setPolicy = contentSecurityPolicy({
  scriptSrc: ["'self'", THEME_SOURCE],
  styleSrc: ["'self'", "'unsafe-inline'"],
  fontSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  connectSrc: ["'self'"],
  baseUri: ["'none'"],
});

/** lucide's magnifier. */
const MAGNIFIER =
  '<svg class="lucide" width="18" height="18" viewBox="0 0 24 24" aria-hidden="true">' +
  '<path d="m21 21-4.34-4.34"/><circle cx="11" cy="11" r="8"/></svg>';

/**
 * Returns the page: its own texts in the language of the visitor, around the document, which is in English.
 * It names the user who is signed in, and links to the manager if the user may enter it.
 */
function page(language: Language, session: RequestSession | null): string {
  const email = session?.user.email ?? '';
  const text = (key: string) => escapeHtml(pageTexts(language).translate(key));
  const search = text('manager.list.search');
  const texts = escapeHtml(JSON.stringify(pageTextsOf[language]));
  return composePage({
    language,
    title: pageTexts(language).translate('account.apiKeys.docs'),
    styles: '<link rel="stylesheet" href="/api/docs/page.css">',
    body: `
<header class="product">
  ${brandLink()}
  <span>${text('account.apiKeys.docs')}</span>
  ${session?.rights.apps?.includes('manager') ? `<a href="/manager">${text('app.home.manager.title')}</a>` : ''}
  <a href="/api/openapi.json">openapi.json</a>
</header>
<div class="columns">
  <nav id="contents" aria-label="${text('account.apiKeys.docs')}" hidden>
    <div class="search">
      ${MAGNIFIER}
      <input id="search" type="search" placeholder="${search}" aria-label="${search}" autocomplete="off">
    </div>
    <ul id="links" dir="ltr" data-nothing="${text('manager.palette.nothing')}"></ul>
  </nav>
  <div id="documentation" lang="en" dir="ltr" data-email="${escapeHtml(email)}" data-texts="${texts}"></div>
</div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script type="module" src="/api/docs/start.js"></script>
`,
  });
}

const PAGE = join(import.meta.dirname, 'page');

/** The style sheets of the page, in their order. */
const STYLES = ['page.css', 'controls.css', 'operations.css', 'opened.css', 'devices.css'];

/** Returns a document ready to send: generated once, because it has a megabyte with some fifty entries. */
function toSend(document: object) {
  const text = Buffer.from(JSON.stringify(document));
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"` };
}

const SWAGGER_UI = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const asset: RequestHandler = files(SWAGGER_UI, { index: false, maxAge: '1d' });

/**
 * Serves the OpenAPI document at /api/openapi.json, and Swagger UI for it at /api/docs. Signed-in users get
 * the document of their role, other visitors the parts that all roles may read.
 */
export function openApiRoutes(parts: {
  auth: Auth;
  baseUrl: string;
  resources: AllResources;
  extensions: readonly EndpointsExtension[];
  /** Returns the `@font-face` rules of the pages. */
  fontFaces: () => Promise<string>;
}): Router {
  const router = Router();
  const documents = ofProduct(() => new Map<Role | undefined, Promise<ReturnType<typeof toSend>>>());
  router.get('/api/openapi.json', async (_req, res) => {
    const role = sessionOf(res)?.user.role;
    const roles = role === undefined ? rolesOf(parts.resources).names : [role];
    const document = documents().get(role) ?? openApiDocument({ ...parts, roles }).then(toSend);
    documents().set(role, document);
    const { text, etag } = await document;
    // With the document's own ETag, a client that has the document gets 304 and no body.
    res.set({ 'Cache-Control': 'private, no-cache', Vary: 'Cookie', ETag: etag }).type('json').send(text);
  });
  router.get('/api/docs', setPolicy, (_req, res) => {
    res
      .set({ 'Cache-Control': 'private, no-cache', Vary: 'Cookie' })
      .type('html')
      .send(page(contextOf(res).language, sessionOf(res)));
  });
  router.get('/api/docs/page.css', async (_req, res) => {
    const own = await Promise.all(STYLES.map((name) => readFile(join(PAGE, name), 'utf8')));
    res.type('css').send((await parts.fontFaces()) + pageStyles() + own.join(''));
  });
  router.get('/api/docs/swagger-ui-bundle.js', (req, res, next) => {
    req.url = req.path.replace('/api/docs', '');
    asset(req, res, next);
  });
  // The modules of the page.
  router.use('/api/docs', files(PAGE, { index: false, redirect: false }));
  return router;
}
