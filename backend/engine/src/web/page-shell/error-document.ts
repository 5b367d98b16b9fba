import { createHash } from 'node:crypto';
import { product } from '@bindery/contract/api/product.ts';
import { joinTitle } from '@bindery/contract/api/texts/join-title.ts';
import { textsOf } from '@bindery/contract/api/texts/locale-files.ts';
import { directionOf, type Language } from '@bindery/contract/records/init.ts';
import type { RequestHandler } from 'express';
import type { ApiError } from '#backend/kernel/http/api-error.ts';
import { escapeHtml } from '#backend/kernel/http/escape-html.ts';
import { contextOf } from '#backend/kernel/http/request-context.ts';
import { contentSecurityPolicy } from '#backend/kernel/http/security-headers.ts';
import { neutralColors } from '#backend/kernel/mail/layout.ts';

/**
 * Returns middleware for the addresses of pages: if a page cannot be served, for example because the database
 * does not answer, the browser shows a sentence in the visitor's language with a way to try again, instead of
 * JSON. Programs, which do not prefer HTML, still get JSON.
 */
export function showErrorsAsPage(): RequestHandler {
  const styles = createStyles();
  const setPolicy = contentSecurityPolicy({
    styleSrc: [`'sha256-${createHash('sha256').update(styles).digest('base64')}'`],
    imgSrc: ["'self'"],
    baseUri: ["'none'"],
  });
  const known = new Map<Language, ReadonlyMap<string, string>>();
  const textsIn = (language: Language) => {
    const texts = known.get(language) ?? textsOf(language);
    known.set(language, texts);
    return texts;
  };
  return (req, res, next) => {
    if (req.accepts(['json', 'html']) !== 'html') return next();
    const context = contextOf(res);
    context.errorPage = (error) => {
      const { language } = context;
      setPolicy(req, res, throwIfAny);
      return errorDocument(error, { language, texts: textsIn(language), styles });
    };
    next();
  };
}

function throwIfAny(error?: unknown): void {
  if (error) throw error;
}

interface DocumentParts {
  readonly language: Language;
  readonly texts: ReadonlyMap<string, string>;
  readonly styles: string;
}

/** Returns an error page that needs neither scripts nor other files, in the texts of the pages. */
function errorDocument({ status }: ApiError, { language, texts, styles }: DocumentParts): string {
  const text = (key: string) => texts.get(`common.${key}`) ?? key;
  const kind = status >= 500 ? '500' : 'unknown';
  const title = text(`errorPage.${kind}.title`);
  const number = text('errorPage.number').replace('{{number}}', String(status));
  const direction = directionOf(language);
  return [
    `<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${escapeHtml(joinTitle([title, product().name], direction))}</title>`,
    `<link rel="icon" href="/icons/icon.svg" type="image/svg+xml"><style>${styles}</style></head><body>`,
    `<a class="brand" href="/"><svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8"/>`,
    `<path d="${escapeHtml(product().icon)}"/></svg>${escapeHtml(product().name)}</a>`,
    `<main><h1>${escapeHtml(title)}</h1><p class="number">${escapeHtml(number)}</p>`,
    `<p>${escapeHtml(text(`errorPage.${kind}.text`))}</p>`,
    // The empty address is that of this document.
    `<p class="actions"><a class="retry" href="">${escapeHtml(text('tryAgain'))}</a>`,
    `<a href="/">${escapeHtml(text('goHome'))}</a></p></main></body></html>`,
  ].join('');
}

function createStyles(): string {
  const { colors } = product();
  const variables = (theme: 'light' | 'dark') => {
    const { paper, accent, accentInk } = colors[theme];
    const { surface, ink, inkSoft, line } = neutralColors()[theme];
    return (
      `--paper:${paper};--accent:${accent};--accent-ink:${accentInk};` +
      `--surface:${surface};--ink:${ink};--soft:${inkSoft};--line:${line}`
    );
  };
  return [
    `:root{color-scheme:light;${variables('light')}}`,
    `@media (prefers-color-scheme:dark){:root{color-scheme:dark;${variables('dark')}}}`,
    '*{box-sizing:border-box}p,h1{margin:0}a{color:inherit;text-decoration:none}',
    'body{display:grid;grid-template-rows:auto 1fr;min-height:100vh;margin:0;color:var(--ink);background:var(--paper);font:1rem/1.5 system-ui,sans-serif}',
    '.brand{display:flex;gap:.625rem;align-items:center;min-height:2.75rem;padding:1rem 1.5rem;font:600 1.25rem Georgia,serif}',
    '.brand svg{width:2rem}rect{fill:var(--accent)}path{fill:none;stroke:var(--accent-ink);stroke-width:2;stroke-linecap:round;stroke-linejoin:round}',
    'main{display:grid;gap:1rem;place-content:center;justify-items:center;max-width:40rem;margin:auto;padding:1rem 1rem 6rem;text-align:center}',
    'main p{color:var(--soft);text-wrap:balance}h1{font:600 1.75rem/1.3 Georgia,serif;text-wrap:balance}main .number{margin-top:-.5rem;font-size:.8125rem}',
    '.actions{display:flex;flex-wrap:wrap;gap:.75rem;justify-content:center}',
    '.actions a{display:flex;align-items:center;min-height:2.75rem;padding:0 1rem;color:var(--ink);background:var(--surface);border:1px solid var(--line);border-radius:.625rem;font-weight:500}',
    '.actions .retry{color:var(--accent-ink);background:var(--accent);border-color:var(--accent)}',
    'a:focus-visible{outline:2px solid var(--accent);outline-offset:2px}',
  ].join('');
}
