import { randomBytes } from 'node:crypto';
import { type RequestHandler, Router } from 'express';
import { languageOf } from '#backend/kernel/http/language.ts';
import { contentSecurityPolicy } from '#backend/kernel/http/security-headers.ts';
import { isFromThisMachine } from '#backend/kernel/loopback.ts';
import type { Settings } from '#backend/kernel/settings/settings.ts';
import type { Outbox } from './outbox.ts';
import { outboxPage } from './outbox-page.ts';

/**
 * The policy of /outbox: its script, and the inline styles of emails. Frames with emails allow no script at
 * all.
 */
const policyWith = (nonce: string) =>
  contentSecurityPolicy({
    styleSrc: ["'unsafe-inline'"],
    scriptSrc: [`'nonce-${nonce}'`],
    connectSrc: ["'self'"],
  });

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
    .get('/outbox', onlyHere, (req, res, next) => {
      const nonce = randomBytes(16).toString('base64');
      const { mail } = req.query;
      const options = { mails: outbox.list(), shown: typeof mail === 'string' ? mail : undefined, nonce };
      policyWith(nonce)(req, res, (error) => {
        if (error) return next(error);
        const language = languageOf(req);
        res
          .set('Cache-Control', 'no-store')
          .type('html')
          .send(outboxPage({ ...options, language }));
      });
    });
}
