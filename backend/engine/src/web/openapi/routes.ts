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
import { neutralColors } from '#backend/kernel/mail/layout.ts';
import { openApiDocument } from './document.ts';

/** The CSP for Swagger UI, which uses inline styles and data: icons; nothing is loaded from other origins. */
const setPolicy = contentSecurityPolicy({
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  fontSrc: ["'self'"],
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
    <div class="columns">
      <nav id="contents" aria-label="Contents" hidden></nav>
      <div id="documentation"></div>
    </div>
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
  /** Returns the `@font-face` rules of the pages. */
  fontFaces: () => Promise<string>;
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
  router.get('/api/docs/page.css', async (_req, res) => {
    res.type('css').send((await parts.fontFaces()) + documentationStyles(product().colors));
  });
  router.get(['/api/docs/swagger-ui.css', '/api/docs/swagger-ui-bundle.js'], (req, res, next) => {
    req.url = req.path.replace('/api/docs', '');
    asset(req, res, next);
  });
  return router;
}

function variables(theme: 'light' | 'dark', { paper, accent, accentHover, accentInk, accentSoft }: Palette) {
  const { surface, ink, inkSoft, line, danger } = neutralColors()[theme];
  return (
    `--paper: ${paper}; --accent: ${accent}; --accent-hover: ${accentHover}; --accent-ink: ${accentInk}; --accent-soft: ${accentSoft}; ` +
    `--surface: ${surface}; --ink: ${ink}; --ink-soft: ${inkSoft}; --line: ${line}; --danger: ${danger};`
  );
}

/**
 * Returns what gives Swagger UI the product's colours and fonts, mends its contrast, and hides its only
 * server. The class of an operation is repeated, because Swagger UI colours them by method with four classes.
 */
const documentationStyles = ({ light, dark }: { light: Palette; dark: Palette }): string => `
:root { color-scheme: light; ${variables('light', light)} --text: Inter, system-ui, sans-serif; --code: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
:root.dark-mode { color-scheme: dark; ${variables('dark', dark)} }
html, html.dark-mode { background: var(--paper); }
body, html.dark-mode body { margin: 0; color: var(--ink); background: var(--paper); }
.product { position: sticky; top: 0; z-index: 2; display: flex; gap: 1rem; align-items: center; justify-content: space-between; min-height: 3rem; padding: 0 1.25rem;
  background: var(--surface); border-bottom: 1px solid var(--line); font: 0.875rem var(--text); }
.product a { display: inline-flex; gap: 0.625rem; align-items: center; min-height: 2.75rem; color: var(--accent); }
.product a:first-child { font: 600 1.125rem Literata, Georgia, serif; color: var(--ink); text-decoration: none; }
.product rect { fill: var(--accent); }
.product path { fill: none; stroke: var(--accent-ink); stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.columns { max-width: 84rem; }
#documentation { min-width: 0; }
#contents { display: none; font: 0.875rem/1.4 var(--text); }
#contents a { display: block; padding: 0.4375rem 0.75rem; color: var(--ink-soft); text-decoration: none; border-radius: 0.375rem; overflow-wrap: anywhere; }
#contents a:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
@media (hover: hover) { #contents a:hover { color: var(--ink); background: var(--accent-soft); } }
@media (width >= 64rem) {
  .columns { display: grid; grid-template-columns: 14rem minmax(0, 1fr); }
  #contents:not([hidden]) { position: sticky; top: calc(3rem + 1px); box-sizing: border-box; display: block; max-height: calc(100vh - 3rem - 1px); padding: 1.5rem 0.5rem; overflow-y: auto; scrollbar-width: thin; border-inline-end: 1px solid var(--line); }
  #documentation { grid-column: 2; }
}
.swagger-ui, .swagger-ui :is(.opblock-tag, .info .title, .info h2, .opblock-summary-description, .opblock-description-wrapper, .opblock-summary-method, table, label, button, input, select, h4, h5, p, .tab li, .response-col_status, .response-col_links, .response-col_description__inner p, .parameter__name, .btn, .renderedMarkdown, .info a) {
  font-family: var(--text); }
.swagger-ui :is(.opblock-summary-path, .opblock-summary-path a, code, pre, .microlight, .model, .prop-type, .parameter__type, .model-title, textarea, .parameter__name) { font-family: var(--code); }
.swagger-ui .wrapper, .swagger-ui .scheme-container .schemes { max-width: none; padding-inline: 1.25rem; }
.swagger-ui .opblock-tag-section { scroll-margin-top: 3.5rem; }
.swagger-ui .info .title, .swagger-ui .opblock-tag { font-family: Literata, Georgia, serif; font-weight: 600; }
.swagger-ui .info .title { font-size: 1.75rem; line-height: 1.3; }
.swagger-ui .info h2 { margin-block: 1.25rem 0.5rem; font-size: 1rem; font-weight: 600; }
.swagger-ui .info hgroup a, .swagger-ui .info__license { display: none; }
.swagger-ui .info :is(p, li) { max-width: 44rem; margin-inline: 0; font-size: 0.9375rem; line-height: 1.6; }
.swagger-ui .opblock-tag { margin: 0; padding: 0.75rem 0; font-size: 1.125rem; border-bottom-color: var(--line); }
html.dark-mode .swagger-ui .opblock-tag { border-bottom-color: var(--line); }
.swagger-ui .opblock-tag-section.is-open { padding-bottom: 1rem; }
.swagger-ui .opblock-tag-section.is-open .opblock-tag { margin-bottom: 0.75rem; border-bottom-color: transparent; }
html.dark-mode .swagger-ui .opblock-tag-section.is-open .opblock-tag { border-bottom-color: transparent; }
@media (hover: hover) { .swagger-ui .opblock-tag:hover, html.dark-mode .swagger-ui .opblock-tag:hover { background: var(--accent-soft); } }
html.dark-mode .swagger-ui, html.dark-mode .swagger-ui .wrapper { background: transparent; }
.swagger-ui .scheme-container, html.dark-mode .swagger-ui .scheme-container { padding-block: 0; margin-block: 0 0.5rem; background: transparent; box-shadow: none; }
.swagger-ui .scheme-container .schemes { justify-content: flex-start; }
.swagger-ui .scheme-container .schemes .schemes-server-container { display: none; }
.swagger-ui .info { margin-block: 2rem 1rem; }
.swagger-ui :is(.info .title, .opblock-tag, .header-col, .opblock-summary-path, .opblock-summary-path a, .opblock .opblock-section-header h4, .opblock .opblock-section-header > label, .response-col_status, .model-title, section.models h4, .info h2, .parameter__name, table thead tr :is(td, th), .tab li, .responses-inner :is(h4, h5), .model),
html.dark-mode .swagger-ui :is(.info .title, .opblock-tag, .opblock-summary-path, .response-col_status, .info h2) { color: var(--ink); }
.swagger-ui .renderedMarkdown code, html.dark-mode .swagger-ui .renderedMarkdown code { padding: 0.125rem 0.3125rem; font-weight: 500; white-space: nowrap; color: var(--accent); background: var(--accent-soft); border-radius: 0.25rem; }
.swagger-ui :is(.opblock-summary-description, .opblock-tag small, .parameter__in, .parameter__type, .info p, .prop-format),
html.dark-mode .swagger-ui :is(.opblock-summary-description, .opblock-tag small, .parameter__in, .parameter__type, .info p) { color: var(--ink-soft); }
.swagger-ui .parameter__name.required::after { color: var(--ink-soft); }
html .swagger-ui .opblock.opblock.opblock.opblock { margin-bottom: 0.5rem; background: var(--surface); border: 1px solid var(--line); border-radius: 0.625rem; box-shadow: none; }
html .swagger-ui .opblock.opblock.opblock.opblock .opblock-summary { border-color: var(--line); }
.swagger-ui .opblock-summary-path { font-size: 0.875rem; font-weight: 600; }
.swagger-ui .opblock-summary-path a { padding-block: 0.25rem; }
.swagger-ui .microlight span[style*="211, 99, 99"] { color: #ff9d94 !important; }
.swagger-ui .opblock-summary-description { font-size: 0.8125rem; }
html .swagger-ui .opblock.opblock.opblock.opblock .opblock-summary-method { min-width: 4.5rem; padding: 0.3125rem 0; font-size: 0.75rem; font-weight: 600; letter-spacing: 0.03em; color: var(--accent); text-shadow: none; background: var(--accent-soft); border-radius: 0.375rem; }
html .swagger-ui .opblock.opblock.opblock.opblock.opblock-get .opblock-summary-method { color: var(--ink-soft); background: color-mix(in oklab, var(--ink) 8%, var(--surface)); }
html .swagger-ui .opblock.opblock.opblock.opblock.opblock-delete .opblock-summary-method { color: var(--danger); background: color-mix(in oklab, var(--danger) 12%, var(--surface)); }
html .swagger-ui .opblock.opblock.opblock.opblock :is(.opblock-section-header, .opblock-body) { background: transparent; box-shadow: none; }
html .swagger-ui .opblock.opblock.opblock.opblock .opblock-section-header { border-bottom: 1px solid var(--line); }
html .swagger-ui .opblock.opblock.opblock.opblock .tab-header .tab-item.active h4 span::after { background: var(--accent); }
.swagger-ui .btn { min-height: 2.5rem; border-width: 1px; border-radius: 0.625rem; font-weight: 500; box-shadow: none; }
.swagger-ui :is(input[type=text], select, textarea), html.dark-mode .swagger-ui :is(input[type=text], select, textarea) { color: var(--ink); background: var(--surface); border: 1px solid color-mix(in oklab, var(--ink) 50%, var(--surface)); border-radius: 0.625rem; box-shadow: none; }
.swagger-ui .opblock-summary-control:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.swagger-ui .info .title small, html.dark-mode .swagger-ui .info .title small, .swagger-ui .info .title small.version-stamp, html.dark-mode .swagger-ui .info .title small.version-stamp { top: -0.25em; padding: 0.125rem 0.5rem; background: var(--accent-soft); border-radius: 999px; }
.swagger-ui .info .title small pre, .swagger-ui .info .title small.version-stamp pre, html.dark-mode .swagger-ui .info .title small.version-stamp pre { font: 500 0.75rem var(--text); color: var(--accent); }
.swagger-ui :is(.info a, .info .url, .renderedMarkdown a), html.dark-mode .swagger-ui :is(.info a, .info .url, .renderedMarkdown a) { color: var(--accent); text-decoration: underline; }
.swagger-ui .btn.authorize, html.dark-mode .swagger-ui .scheme-container .btn.authorize { color: var(--ink); border-color: var(--line); background: var(--surface); }
.swagger-ui .btn.authorize { display: inline-flex; gap: 0.5rem; align-items: center; line-height: 1; }
.swagger-ui .btn.authorize span { float: none; padding: 0; }
.swagger-ui .btn.authorize svg, html.dark-mode .swagger-ui .scheme-container .btn.authorize svg { color: inherit; fill: currentcolor; }
.swagger-ui .btn.execute, html.dark-mode .swagger-ui .opblock .btn.execute.execute { color: var(--accent-ink); background: var(--accent); border-color: var(--accent); }
.swagger-ui .btn.cancel, html.dark-mode .swagger-ui .btn.cancel { color: var(--danger); border-color: currentcolor; }
.swagger-ui table thead tr :is(td, th), html.dark-mode .swagger-ui table thead tr :is(td, th) { border-color: var(--line); }
.swagger-ui .response-col_links { display: none; }
.swagger-ui section.models, html.dark-mode .swagger-ui section.models { border-color: var(--line); border-radius: 0.625rem; }
`;
