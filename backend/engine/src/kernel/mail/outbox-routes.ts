import { randomBytes } from 'node:crypto';
import { product } from '@bindery/contract/api/product.ts';
import { directionOf, type Language } from '@bindery/contract/records/init.ts';
import { type RequestHandler, Router } from 'express';
import { escapeHtml } from '#backend/kernel/http/escape-html.ts';
import { languageOf } from '#backend/kernel/http/request-context.ts';
import { contentSecurityPolicy } from '#backend/kernel/http/security-headers.ts';
import { isFromThisMachine } from '#backend/kernel/loopback.ts';
import type { Settings } from '#backend/kernel/settings/settings.ts';
import { neutralColors } from './layout.ts';
import type { Outbox, OutboxMail } from './mailer.ts';
import { moment, textsIn } from './texts.ts';

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

interface PageOptions {
  readonly mails: readonly OutboxMail[];
  /** `sentAt` of the email to show; the newest by default. */
  readonly shown: string | undefined;
  readonly language: Language;
  /** Marks the script of the page. */
  readonly nonce: string;
}

/** Returns the outbox as an HTML page: the list of emails, and one of them as a mail client shows it. */
function outboxPage({ mails, shown, language, nonce }: PageOptions): string {
  const t = textsIn(language);
  const mail = mails.find(({ sentAt }) => sentAt === shown) ?? mails[0];
  const items = mails.map((one) => listItem(one, { isShown: one === mail, language })).join('');
  return [
    `<!doctype html><html lang="${language}" dir="${directionOf(language)}" data-newest="${mails[0]?.sentAt ?? ''}">`,
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${escapeHtml(`${t('outbox.title')} · ${product().name}`)}</title><style>${styles()}</style></head><body>`,
    `<div class="bar"><a href="/">${mark()}${escapeHtml(product().name)}</a></div>`,
    `<header><h1>${escapeHtml(t('outbox.title'))}</h1><p>${escapeHtml(t('outbox.intro'))}</p></header><main>`,
    mail
      ? `<nav aria-label="${escapeHtml(t('outbox.title'))}"><ol>${items}</ol></nav>${shownMail(mail, language)}`
      : `<p>${escapeHtml(t('outbox.empty'))}</p>`,
    `</main><script nonce="${nonce}">${SCRIPT}</script></body></html>`,
  ].join('');
}

function listItem(mail: OutboxMail, { isShown, language }: { isShown: boolean; language: Language }) {
  const { to, subject, sentAt } = mail;
  return (
    `<li><a href="?mail=${encodeURIComponent(sentAt)}"${isShown ? ' aria-current="true"' : ''}>` +
    `<b dir="auto">${escapeHtml(subject)}</b><span><bdi>${escapeHtml(to)}</bdi> ${time(sentAt, language)}</span></a></li>`
  );
}

function shownMail({ to, subject, html, text, code, sentAt }: OutboxMail, language: Language) {
  const t = textsIn(language);
  const copied = escapeHtml(t('outbox.copied'));
  const copy = code
    ? `<button type="button" data-code="${escapeHtml(code)}" data-copied="${copied}">${escapeHtml(t('outbox.copyCode'))}</button>`
    : '';
  return (
    `<article><div class="head"><div><h2 dir="auto">${escapeHtml(subject)}</h2>` +
    `<p><bdi>${escapeHtml(to)}</bdi> · ${time(sentAt, language)}</p></div>${copy}</div>` +
    `<iframe sandbox="" title="${escapeHtml(subject)}" srcdoc="${escapeHtml(html)}"></iframe>` +
    `<details><summary>${escapeHtml(t('outbox.plainText'))}</summary>` +
    `<pre dir="auto">${escapeHtml(text)}</pre></details></article>`
  );
}

/** Returns the mark of the product as an SVG element. */
const mark = () =>
  '<svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8"/>' +
  `<path d="${escapeHtml(product().icon)}"/></svg>`;

const MINUTE = 60_000;
const UNITS = [
  { unit: 'day', length: 24 * 60 * MINUTE },
  { unit: 'hour', length: 60 * MINUTE },
  { unit: 'minute', length: MINUTE },
] as const;

function time(sentAt: string, language: Language) {
  const age = Date.now() - Date.parse(sentAt);
  const { unit, length } = UNITS.find((one) => age >= one.length) ?? { unit: 'second', length: 1000 };
  const ago = new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(
    -Math.floor(age / length),
    unit,
  );
  const exact = moment(new Date(sentAt), language);
  return `<time datetime="${sentAt}" title="${escapeHtml(exact)}">${escapeHtml(ago)}</time>`;
}

/** Copies the code, and reloads the page when there is a newer email. */
const SCRIPT = `
document.addEventListener('click', async ({ target }) => {
  if (!target.dataset?.code) return;
  await navigator.clipboard.writeText(target.dataset.code);
  target.textContent = target.dataset.copied;
});
setInterval(async () => {
  const response = await fetch('/api/outbox').catch(() => undefined);
  if (!response?.ok) return;
  const [newest] = await response.json();
  if ((newest?.sentAt ?? '') !== document.documentElement.dataset.newest) location.reload();
}, 3000);`;

function styles() {
  const { colors } = product();
  const variables = (theme: 'light' | 'dark') => {
    const { paper, accent, accentInk, accentSoft } = colors[theme];
    const { surface, ink, inkSoft, line } = neutralColors()[theme];
    return (
      `--paper:${paper};--accent:${accent};--accent-ink:${accentInk};--accent-soft:${accentSoft};` +
      `--surface:${surface};--ink:${ink};--soft:${inkSoft};--line:${line}`
    );
  };
  return [
    `:root{color-scheme:light dark;${variables('light')}}`,
    `@media (prefers-color-scheme:dark){:root{${variables('dark')}}}`,
    '*{box-sizing:border-box}',
    'body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 Inter,system-ui,sans-serif}',
    '.bar{background:var(--surface);border-bottom:1px solid var(--line);padding:0 1rem}',
    '.bar a{display:flex;gap:.625rem;align-items:center;max-width:78rem;min-height:3rem;margin:auto;color:var(--ink);font:600 1.125rem Literata,Georgia,serif;text-decoration:none}',
    '.bar rect{fill:var(--accent)}.bar path{fill:none;stroke:var(--accent-ink);stroke-width:2;stroke-linecap:round;stroke-linejoin:round}',
    'header,main{max-width:80rem;margin:auto;padding:1rem}',
    'h1{font:600 1.375rem/1.3 Literata,Georgia,serif;margin:0}h2{font-size:1.125rem;line-height:1.3;margin:0;overflow-wrap:anywhere}',
    'p{margin:0;color:var(--soft);overflow-wrap:anywhere}main{display:grid;gap:1rem;align-items:start}',
    'ol{list-style:none;margin:0;padding:0;max-height:24rem;overflow-y:auto}',
    'ol,article{background:var(--surface);border:1px solid var(--line);border-radius:10px}li+li{border-top:1px solid var(--line)}',
    'li a{display:block;padding:.75rem 1rem;color:var(--soft);text-decoration:none;font-size:.875rem;overflow-wrap:anywhere}',
    'li span{display:flex;flex-wrap:wrap;gap:0 1rem;justify-content:space-between}',
    'li b{display:block;color:var(--ink);font-weight:600}li a:focus-visible,button:focus-visible,summary:focus-visible{outline:2px solid var(--accent);outline-offset:-2px}',
    'li a[aria-current]{background:var(--accent-soft);box-shadow:inset 2px 0 var(--accent)}[dir=rtl] li a[aria-current]{box-shadow:inset -2px 0 var(--accent)}',
    '@media (hover:hover){li a:not([aria-current]):hover{background:var(--paper)}}',
    'article{padding:1rem;min-width:0}.head{display:flex;flex-wrap:wrap;gap:1rem;justify-content:space-between;align-items:start}',
    'iframe{display:block;width:100%;height:30rem;border:1px solid var(--line);border-radius:10px;margin-block:1rem}',
    'button{font:inherit;font-weight:500;min-height:2.75rem;padding:0 1rem;border:0;border-radius:10px;background:var(--accent);color:var(--accent-ink);cursor:pointer}',
    'summary{cursor:pointer;color:var(--soft)}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;margin:.5rem 0 0}',
    '@media (min-width:56rem){main{grid-template-columns:22rem minmax(0,1fr)}ol{max-height:calc(100vh - 9rem)}}',
  ].join('');
}
