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
import { slug } from 'github-slugger';
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

/** Returns a page of Markdown as HTML, with a link to the table of contents. It is in English only. */
function documentationPage(source: string, path: string, css: string): string {
  return composePage({
    language: 'en',
    title: path.slice(1),
    styles: `<style>${css}</style>`,
    body: `<header>${brandLink()}<a href="/docs/README.md">docs</a></header><main>${markdown.parse(source)}</main>`,
  });
}

const markdown = new Marked({
  renderer: {
    // With the anchors that GitHub gives them.
    heading({ tokens, text, depth }) {
      return `<h${depth} id="${slug(text)}">${this.parser.parseInline(tokens)}</h${depth}>`;
    },
    // Of the repository, the development server shows only Markdown.
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens);
      return /^(https?:|[^:]*\.md\b|#)/.test(href) ? `<a href="${escapeHtml(href)}">${text}</a>` : text;
    },
    // The name of a file follows the language.
    code({ text, lang = '' }) {
      const file = escapeHtml(lang.split(' ')[1] ?? '');
      return `<figure><figcaption>${file}</figcaption><pre tabindex="0"><code>${escapeHtml(text)}</code></pre></figure>`;
    },
  },
});
