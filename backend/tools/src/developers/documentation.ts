import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { docsPath } from '@bindery/backend/kernel/docs-path.ts';
import {
  brandLink,
  composePage,
  hashSource,
  pageStyles,
  THEME_SOURCE,
} from '@bindery/backend/kernel/http/composed-page.ts';
import { escapeHtml } from '@bindery/backend/kernel/http/escape-html.ts';
import { contentSecurityPolicy, throwIfAny } from '@bindery/backend/kernel/http/security-headers.ts';
import { type RequestHandler, Router } from 'express';
import { Marked } from 'marked';

const STYLES = join(import.meta.dirname, 'documentation.css');

/** A page below the folder of the product; no part of its path starts with a dot. */
const PAGE = /^(\/[\w@-][\w@.-]*)+\.md$/;

/**
 * Returns the router that shows a page of the documentation at its path, as `/docs/tour.md`, wherever the
 * product has it, with links to the others: during development only.
 */
export function documentationRoutes(root: string, fontFaces: () => Promise<string>): Router {
  const show: RequestHandler = async (req, res, next) => {
    const file = join(root, docsPath(req.path.slice(1), root));
    const source = await readFile(file, 'utf8').catch(() => undefined);
    if (source === undefined) return next();
    const css = (await fontFaces()) + pageStyles() + (await readFile(STYLES, 'utf8'));
    const setPolicy = contentSecurityPolicy({
      styleSrc: [hashSource(css)],
      scriptSrc: [THEME_SOURCE],
      fontSrc: ["'self'"],
      imgSrc: ["'self'"],
    });
    setPolicy(req, res, throwIfAny);
    res
      .set('Cache-Control', 'no-store')
      .type('html')
      .send(documentationPage(source, req.path, css));
  };
  return Router().get(PAGE, show);
}

/** Returns a page of Markdown as HTML. The documentation is in English only. */
function documentationPage(source: string, path: string, css: string): string {
  const title = /^# (.+)$/m.exec(source)?.[1] ?? path;
  return composePage({
    language: 'en',
    title: withoutMarks(title),
    styles: `<style>${css}</style>`,
    body: `<header>${brandLink()}<code>${place(path)}</code></header><main>${toHtml(source)}</main>`,
  });
}

const toHtml = (source: string) => markdown.parse(source, { async: false });

/** Returns the path of a page, whose folder `docs` leads to the table of contents. */
const place = (path: string) =>
  escapeHtml(path.slice(1)).replace(/^docs(?=\/)/, '<a href="/docs/README.md">docs</a>');

const markdown = new Marked({
  gfm: true,
  renderer: {
    // With the anchors that GitHub gives them.
    heading({ tokens, text, depth }) {
      return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>`;
    },
    // The name of a file follows the language.
    code({ text, lang = '' }) {
      const file = lang.split(' ')[1];
      const caption = file ? `<figcaption>${escapeHtml(file)}</figcaption>` : '';
      return `<figure>${caption}<pre tabindex="0"><code>${escapeHtml(text)}</code></pre></figure>`;
    },
  },
});

const anchorOf = (heading: string) =>
  withoutMarks(heading)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** Returns a text without its marks: "`where`, [a guide](a.md)" → "where, a guide". */
const withoutMarks = (text: string) => text.replaceAll(/[`*]|\]\([^)]*\)|\[/g, '');
