import { type RequestHandler, Router } from 'express';
import { escapeHtml } from '#backend/http/escape-html.ts';
import { contentSecurityPolicy } from '#backend/http/security-headers.ts';
import { isFromThisMachine } from '#backend/loopback.ts';
import type { Settings } from '#backend/settings/settings.ts';
import { product } from '#contract/product.ts';
import type { Outbox, OutboxMail } from './outbox.ts';

/** The CSP of /outbox, which has one inline style and no script. */
const setPolicy = contentSecurityPolicy({ styleSrc: ["'unsafe-inline'"] });

/**
 * Returns the router with the outbox: /outbox for users, /api/outbox for tests. It is mounted only if codes
 * are shown. In a demo, whose accounts are shared, every visitor may read it; otherwise only loopback
 * requests, and others get 404.
 */
export function outboxRoutes(outbox: Outbox, { isDemo }: Pick<Settings, 'isDemo'>): Router {
  const onlyHere: RequestHandler = (req, _res, next) =>
    isDemo || isFromThisMachine(req) ? next() : next('route');
  return Router()
    .get('/api/outbox', onlyHere, (req, res) => {
      const { to } = req.query;
      res.set('Cache-Control', 'no-store').json(outbox.list(typeof to === 'string' ? to : undefined));
    })
    .get('/outbox', onlyHere, setPolicy, (_req, res) => {
      res.set('Cache-Control', 'no-store').type('html').send(page(outbox.list()));
    });
}

function page(mails: readonly OutboxMail[]) {
  const style = [
    ':root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}',
    'body{max-width:44rem;margin:2rem auto;padding:0 1rem}',
    'article{border:1px solid #8886;border-radius:.5rem;padding:1rem;margin-block:1rem}',
    'strong{font:600 1.75rem ui-monospace,monospace;letter-spacing:.15em}',
    'pre{white-space:pre-wrap;font:inherit;margin:.5rem 0 0}small{opacity:.75}',
  ].join('');
  const list = mails.map(article).join('') || '<p>No mail has been sent yet.</p>';
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
    `<title>Outbox · ${escapeHtml(product().name)}</title><style>${style}</style></head><body><main><h1>Outbox</h1>` +
    `<p>What a mail server would have delivered, newest first. Reload to see more.</p>${list}</main></body></html>`
  );
}

function article({ to, subject, text, code, sentAt }: OutboxMail) {
  const shownCode = code ? `<p><strong>${escapeHtml(code)}</strong></p>` : '';
  return (
    `<article><h2>${escapeHtml(subject)}</h2><small>${escapeHtml(to)} · <time>${sentAt}</time></small>${shownCode}` +
    `<details><summary>Text</summary><pre dir="auto">${escapeHtml(text)}</pre></details></article>`
  );
}
