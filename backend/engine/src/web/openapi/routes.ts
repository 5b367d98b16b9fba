import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { type Palette, product } from '@bindery/contract/api/product.ts';
import { rolesOf } from '@bindery/contract/records/rights.ts';
import type { Resource, Role } from '@bindery/contract/schema/index.ts';
import { static as files, type RequestHandler, Router } from 'express';
import type { Auth } from '#backend/access/auth/auth.ts';
import { sessionOf } from '#backend/access/sessions/middleware.ts';
import type { EndpointsExtension } from '#backend/extend/endpoints.ts';
import { escapeHtml } from '#backend/kernel/http/escape-html.ts';
import { contentSecurityPolicy } from '#backend/kernel/http/security-headers.ts';
import { openApiDocument } from './document.ts';

/** The CSP for Swagger UI, which uses inline styles and data: icons; nothing is loaded from other origins. */
const setPolicy = contentSecurityPolicy({
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:'],
  connectSrc: ["'self'"],
  baseUri: ["'none'"],
});

const page = () => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>API documentation · ${escapeHtml(product().name)}</title>
    <link rel="icon" href="/icons/icon.svg" type="image/svg+xml">
    <script src="/api/docs/theme.js"></script>
    <link rel="stylesheet" href="/api/docs/swagger-ui.css">
    <link rel="stylesheet" href="/api/docs/page.css">
  </head>
  <body>
    <header class="product">
      <a href="/">
        <svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">
          <rect width="32" height="32" rx="8" />
          <path d="${escapeHtml(product().icon)}" />
        </svg>
        ${escapeHtml(product().name)}
      </a>
      <a href="/api/openapi.json">openapi.json</a>
    </header>
    <div id="documentation"></div>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`;

const PAGE = join(import.meta.dirname, 'page');

/** A document ready to send: generated once, because it has a megabyte with some fifty entries. */
interface SentDocument {
  readonly text: Buffer;
  readonly etag: string;
}

function toSend(document: object): SentDocument {
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
  resources: Readonly<Record<string, Resource>>;
  extensions: readonly EndpointsExtension[];
}): Router {
  const router = Router();
  const documents = new Map<Role | undefined, Promise<SentDocument>>();
  router.get('/api/openapi.json', async (_req, res) => {
    const role = sessionOf(res)?.user.role;
    const roles = role === undefined ? rolesOf(parts.resources).names : [role];
    const document = documents.get(role) ?? openApiDocument({ ...parts, roles }).then(toSend);
    documents.set(role, document);
    const { text, etag } = await document;
    // With the document's own ETag, a client that has the document gets 304 and no body.
    res.set({ 'Cache-Control': 'private, no-cache', Vary: 'Cookie', ETag: etag }).type('json').send(text);
  });
  router.get('/api/docs', setPolicy, (_req, res) => {
    res.type('html').send(page());
  });
  router.get(['/api/docs/start.js', '/api/docs/theme.js'], (req, res) => {
    res.sendFile(join(PAGE, basename(req.path)));
  });
  router.get('/api/docs/page.css', (_req, res) => {
    res.type('css').send(documentationStyles(product().colors));
  });
  router.get(['/api/docs/swagger-ui.css', '/api/docs/swagger-ui-bundle.js'], (req, res, next) => {
    req.url = req.path.replace('/api/docs', '');
    asset(req, res, next);
  });
  return router;
}

const variables = ({ paper, accent, accentHover, accentInk, accentSoft }: Palette) =>
  `--paper: ${paper}; --accent: ${accent}; --accent-hover: ${accentHover}; --accent-ink: ${accentInk}; --accent-soft: ${accentSoft};`;

/**
 * Returns what gives Swagger UI the product's colours, mends its contrast, and hides its only server. The
 * class of an operation is repeated, because Swagger UI colours them by method with four classes.
 */
const documentationStyles = ({ light, dark }: { light: Palette; dark: Palette }): string => `
:root { color-scheme: light; ${variables(light)} --surface: #fff; --ink: #261d29; --ink-soft: #665a69; --line: #e5dcdd; --danger: #b3261e; }
:root.dark-mode { color-scheme: dark; ${variables(dark)} --surface: #211b24; --ink: #f3edf2; --ink-soft: #b9adb9; --line: #3a313d; --danger: #ff9d94; }
html, html.dark-mode { background: var(--paper); }
body, html.dark-mode body { margin: 0; color: var(--ink); background: var(--paper); }
.product { display: flex; gap: 1rem; align-items: center; justify-content: space-between; min-height: 3rem; padding: 0 1.25rem;
  background: var(--surface); border-bottom: 1px solid var(--line); font: 0.875rem Inter, system-ui, sans-serif; }
.product a { display: inline-flex; gap: 0.625rem; align-items: center; min-height: 2.75rem; color: var(--accent); }
.product a:first-child { font: 600 1.125rem Literata, Georgia, serif; color: var(--ink); text-decoration: none; }
.product rect { fill: var(--accent); }
.product path { fill: none; stroke: var(--accent-ink); stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.swagger-ui, .swagger-ui :is(.opblock-tag, .info .title, .info h2, .opblock-summary-description, .opblock-description-wrapper, table, label, button, input, select, h4, h5, p, .tab li) {
  font-family: Inter, system-ui, sans-serif; }
.swagger-ui .wrapper, .swagger-ui .scheme-container .schemes { max-width: 68rem; }
.swagger-ui .info .title, .swagger-ui .info h2, .swagger-ui .opblock-tag { font-family: Literata, Georgia, serif; font-weight: 600; }
.swagger-ui .info .title { font-size: 1.75rem; }
.swagger-ui :is(.info h2, .opblock-tag) { font-size: 1.125rem; }
.swagger-ui :is(.info p, .info li) { max-width: 46rem; margin-inline: 0; line-height: 1.5; }
html.dark-mode .swagger-ui, html.dark-mode .swagger-ui .wrapper { background: transparent; }
.swagger-ui .scheme-container, html.dark-mode .swagger-ui .scheme-container { background: var(--surface); box-shadow: none; border-block: 1px solid var(--line); }
.swagger-ui .scheme-container .schemes .schemes-server-container { display: none; }
.swagger-ui .info { margin-block: 1.5rem; }
.swagger-ui .scheme-container { padding-block: 0.75rem; margin-block: 0 1rem; }
.swagger-ui :is(.info .title, .opblock-tag, .opblock-summary-path, .opblock .opblock-section-header h4, .response-col_status, .model-title, section.models h4, .info h2),
html.dark-mode .swagger-ui :is(.info .title, .opblock-tag, .opblock-summary-path, .response-col_status, .info h2) { color: var(--ink); }
.swagger-ui .renderedMarkdown code, html.dark-mode .swagger-ui .renderedMarkdown code { color: var(--accent); background: var(--accent-soft); border-radius: 0.25rem; }
.swagger-ui :is(.opblock-summary-description, .opblock-tag small, .parameter__in, .parameter__type, .info p),
html.dark-mode .swagger-ui :is(.opblock-summary-description, .opblock-tag small, .parameter__in, .parameter__type, .info p) { color: var(--ink-soft); }
.swagger-ui .parameter__name.required::after { color: var(--ink-soft); }
html .swagger-ui .opblock.opblock.opblock.opblock { background: var(--surface); border: 1px solid var(--line); border-radius: 0.625rem; box-shadow: none; }
html .swagger-ui .opblock.opblock.opblock.opblock .opblock-summary { border-color: var(--line); }
.swagger-ui .opblock-tag { border-bottom-color: var(--line); }
html .swagger-ui .opblock.opblock.opblock.opblock .opblock-summary-method { color: var(--accent); text-shadow: none; background: var(--accent-soft); border-radius: 0.375rem; }
html .swagger-ui .opblock.opblock.opblock.opblock.opblock-delete .opblock-summary-method { color: var(--danger); background: color-mix(in oklab, var(--danger) 12%, var(--surface)); }
html .swagger-ui .opblock.opblock.opblock.opblock :is(.opblock-section-header, .opblock-body) { background: var(--surface); box-shadow: none; }
html .swagger-ui .opblock.opblock.opblock.opblock .tab-header .tab-item.active h4 span::after { background: var(--accent); }
.swagger-ui .btn { border-width: 1px; border-radius: 0.625rem; box-shadow: none; }
.swagger-ui :is(input[type=text], select, textarea) { border-radius: 0.625rem; }
.swagger-ui .opblock-summary-control:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.swagger-ui .info .title small { background: var(--accent-soft); border-radius: 999px; }
.swagger-ui .info .title small pre { color: var(--accent); }
.swagger-ui .info .title small.version-stamp, html.dark-mode .swagger-ui .info .title small.version-stamp { background: var(--accent); }
.swagger-ui .info .title small.version-stamp pre, html.dark-mode .swagger-ui .info .title small.version-stamp pre { color: var(--accent-ink); }
html.dark-mode .swagger-ui .info .title small { background: var(--accent-soft); }
.swagger-ui :is(.info a, .info .url, .renderedMarkdown a), html.dark-mode .swagger-ui :is(.info a, .info .url, .renderedMarkdown a) { color: var(--accent); text-decoration: underline; }
.swagger-ui .btn.authorize, html.dark-mode .swagger-ui .scheme-container .btn.authorize { color: var(--accent); border-color: currentcolor; background: transparent; }
.swagger-ui .btn.authorize svg, html.dark-mode .swagger-ui .scheme-container .btn.authorize svg { color: inherit; fill: currentcolor; }
.swagger-ui .btn.execute { color: var(--accent-ink); background: var(--accent); border-color: var(--accent); }
.swagger-ui .btn.cancel, html.dark-mode .swagger-ui .btn.cancel { color: var(--danger); border-color: currentcolor; }
`;
