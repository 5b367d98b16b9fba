import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ofProduct } from '@bindery/contract/api/product.ts';
import type { Language } from '@bindery/contract/records/init.ts';
import type { RequestHandler } from 'express';
import type { ApiError } from '#backend/kernel/http/api-error.ts';
import {
  brandLink,
  composePage,
  hashSource,
  pageStyles,
  THEME_SOURCE,
} from '#backend/kernel/http/composed-page.ts';
import { escapeHtml } from '#backend/kernel/http/escape-html.ts';
import { contextOf } from '#backend/kernel/http/request-context.ts';
import { contentSecurityPolicy, throwIfAny } from '#backend/kernel/http/security-headers.ts';
import { pageTexts } from '#backend/kernel/page-texts.ts';

const STYLES = path.join(import.meta.dirname, 'error-document.css');

/**
 * Returns middleware for the addresses of pages: if a page cannot be served, for example because the database
 * does not answer, the browser shows a sentence in the visitor's language with a way to try again, instead of
 * JSON. Programs, which do not prefer HTML, still get JSON.
 */
export function showErrorsAsPage(): RequestHandler {
  const ofStyles = ofProduct(() => {
    const css = pageStyles() + readFileSync(STYLES, 'utf8');
    const setPolicy = contentSecurityPolicy({
      styleSrc: [hashSource(css)],
      scriptSrc: [THEME_SOURCE],
      imgSrc: ["'self'"],
      baseUri: ["'none'"],
    });
    return { css, setPolicy };
  });
  // At the start, because a server with errors may be unable to read files.
  ofStyles();
  return (req, res, next) => {
    if (req.accepts(['json', 'html']) !== 'html') return next();
    const context = contextOf(res);
    context.errorPage = (error) => {
      const { css, setPolicy } = ofStyles();
      setPolicy(req, res, throwIfAny);
      return errorDocument(error, context.language, css);
    };
    next();
  };
}

/** Returns an error page that needs no other files, in the texts of the pages. */
function errorDocument({ status }: ApiError, language: Language, css: string): string {
  const { translate } = pageTexts(language);
  const text = (key: string, values = {}) => escapeHtml(translate(`common.${key}`, values));
  const kind = status >= 500 ? '500' : 'unknown';
  const number = text('errorPage.number', { number: status });
  return composePage({
    language,
    title: translate(`common.errorPage.${kind}.title`),
    styles: `<style>${css}</style>`,
    body: [
      `${brandLink()}<main><h1>${text(`errorPage.${kind}.title`)}</h1><p class="number">${number}</p>`,
      `<p>${text(`errorPage.${kind}.text`)}</p>`,
      // The empty address is that of this document.
      `<p class="actions"><a class="retry" href="">${text('tryAgain')}</a><a href="/">${text('goHome')}</a></p></main>`,
    ].join(''),
  });
}
