import { readFileSync } from 'node:fs';
import path from 'node:path';
import { escapeHtml } from '@bindery/backend/kernel/http/escape-html.ts';
import { contentSecurityPolicy } from '@bindery/backend/kernel/http/security-headers.ts';
import { isFromThisMachine } from '@bindery/backend/kernel/loopback.ts';
import { product } from '@bindery/contract/api/product.ts';
import { type RequestHandler, Router } from 'express';
import type { RenderedPage } from './markdown.ts';
import { linkedFile, type PageGroup, readNavigation, readPage } from './pages.ts';
import { searchDocumentation } from './search.ts';

/** The pages have no script; the search is a form. */
const setPolicy = contentSecurityPolicy({
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  baseUri: ["'none'"],
  formAction: ["'self'"],
});

const STYLES = path.join(import.meta.dirname, 'page.css');

const onlyHere: RequestHandler = (req, _res, next) => (isFromThisMachine(req) ? next() : next('route'));

/**
 * Serves the project's Markdown at /docs, for this machine alone. Files are read anew for every page, so that a writer
 * only has to reload it.
 */
export function documentationRoutes(): Router {
  return Router()
    .get('/docs/page.css', onlyHere, (_req, res) => {
      res
        .set('Cache-Control', 'no-cache')
        .type('css')
        .send(brandStyles() + readFileSync(STYLES, 'utf8'));
    })
    .get('/docs/files/*file', onlyHere, (req, res, next) => {
      const found = linkedFile([req.params.file].flat().join('/'));
      if (!found) return next('route');
      if (!/\.(png|jpe?g|webp)$/.test(found)) res.type('text/plain');
      res.sendFile(found, { dotfiles: 'allow' });
    })
    .get(['/docs', '/docs/*page'], onlyHere, setPolicy, (req, res, next) => {
      const address = req.path.replace(/(?<=.)\/$/, '');
      const search = address === '/docs' && typeof req.query.q === 'string' ? req.query.q.trim() : '';
      const page = search ? foundPage(search) : readPage(address);
      if (!page) return next('route');
      res.set('Cache-Control', 'no-store').type('html').send(documentOf(page, { address, search }));
    });
}

/** Returns the page of what a search has found. */
function foundPage(search: string): RenderedPage {
  const found = searchDocumentation(search);
  const title = `${found.length === 0 ? 'Nothing' : 'What'} is found for “${search}”`;
  const items = found.map(({ page, heading, address, excerpt: [before, word, after] }) => {
    const name = heading === page ? page : `${page}: ${heading}`;
    const text = `${escapeHtml(before)}<mark>${escapeHtml(word)}</mark>${escapeHtml(after)}`;
    return `<li><a href="${escapeHtml(address)}">${escapeHtml(name)}</a><p>${text}</p></li>`;
  });
  const html = `<h1>${escapeHtml(title)}</h1>${items.length > 0 ? `<ul class="found">${items.join('')}</ul>` : ''}`;
  return { html, title, headings: [], links: [] };
}

function brandStyles() {
  const { light, dark } = product().colors;
  return (
    `:root{--paper:${light.paper};--accent:${light.accent};--soft:${light.accentSoft}}` +
    `@media (prefers-color-scheme: dark){:root{--paper:${dark.paper};--accent:${dark.accent};--soft:${dark.accentSoft}}}\n`
  );
}

const documentOf = (
  { html, title, headings }: RenderedPage,
  { address, search }: { address: string; search: string },
) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escapeHtml(title)} · ${escapeHtml(product().name)}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/docs/page.css">
  </head>
  <body>
    <a class="skip" href="#content">Skip to the content</a>
    <header><a href="/docs">${escapeHtml(product().name)} documentation</a>
      <form role="search" action="/docs"><input type="search" name="q" aria-label="Search the documentation" placeholder="Search" maxlength="200" value="${escapeHtml(search)}"></form>
      <a class="to-pages" href="#pages">All pages</a></header>
    <main id="content" tabindex="-1">
${contentsOf(headings)}${html}
    </main>
    <nav id="pages" aria-label="Pages">${readNavigation()
      .map((group) => navigation(group, address))
      .join('')}</nav>
  </body>
</html>
`;

const FEWEST_LISTED = 4;

/** The sections of a long page. */
function contentsOf(headings: RenderedPage['headings']) {
  const sections = headings.filter(({ depth }) => depth === 2);
  if (sections.length < FEWEST_LISTED) return '';
  const items = sections.map(({ text, anchor }) => `<li><a href="#${anchor}">${escapeHtml(text)}</a></li>`);
  return `<details class="contents"><summary>On this page</summary><ul>${items.join('')}</ul></details>`;
}

function navigation({ title, pages }: PageGroup, current: string) {
  const items = pages.map(
    (page) =>
      `<li><a href="${page.address}"${page.address === current ? ' aria-current="page"' : ''}>${escapeHtml(page.title)}</a></li>`,
  );
  return `<h2>${escapeHtml(title)}</h2><ul>${items.join('')}</ul>`;
}
