import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brandStyles } from '@bindery/contract/api/brand-styles.ts';
import { frontendFolder } from '@bindery/contract/api/frontend-folder.ts';
import { product } from '@bindery/contract/api/product.ts';
import { joinTitle } from '@bindery/contract/api/texts/join-title.ts';
import { directionOf, type Language } from '@bindery/contract/records/init.ts';
import { escapeHtml } from './escape-html.ts';

/** The tokens, in the folder of the pages as they are installed. */
export const TOKENS = 'shell/theme/tokens.css';

const readOfPages = (file: string) => readFileSync(path.join(frontendFolder(), file), 'utf8');

/** Returns the style sheet of the pages that states their sizes, fonts and neutral colours. */
export const designTokens = (): string => readOfPages(TOKENS);

/**
 * Returns the styles with which the server's own pages begin: the design tokens, the product's colours, the
 * pages' base styles, and the link home. The document's class `dark` chooses the theme.
 */
export const pageStyles = (): string =>
  designTokens() +
  brandStyles() +
  readOfPages('shell/theme/base.css') +
  readFileSync(path.join(import.meta.dirname, 'composed-page.css'), 'utf8');

/** Returns the source of a content security policy that allows an inline script or style sheet. */
export const hashSource = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const THEME = readFileSync(path.join(import.meta.dirname, 'composed-page-theme.js'), 'utf8');

/** The source that allows the script of `composePage`, which chooses the theme before anything is drawn. */
export const THEME_SOURCE: string = hashSource(THEME);

interface ComposedPage {
  readonly language: Language;
  /** The title without the name of the product. */
  readonly title: string;
  /** The HTML of the style sheet, at the end of the head. */
  readonly styles: string;
  readonly body: string;
}

/** Returns an HTML document that the server composes itself: without the scripts of the pages. */
export function composePage({ language, title, styles, body }: ComposedPage): string {
  const direction = directionOf(language);
  return [
    `<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${escapeHtml(joinTitle([title, product().name], direction))}</title>`,
    '<link rel="icon" href="/icons/icon.svg" type="image/svg+xml">',
    `<script>${THEME}</script>${styles}</head><body>${body}</body></html>`,
  ].join('');
}

/** Returns the link home with the mark and the name of the product, for the bar of such a page. */
export const brandLink = (): string =>
  '<a class="brand" href="/"><svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">' +
  `<rect width="32" height="32" rx="8"/><path d="${escapeHtml(product().icon)}"/></svg>` +
  `${escapeHtml(product().name)}</a>`;
