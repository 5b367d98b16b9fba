import { randomBytes } from 'node:crypto';
import { product } from '@bindery/contract/api/product.ts';
import { directionOf, type Language } from '@bindery/contract/records/init.ts';
import { type RequestHandler, Router } from 'express';
import { escapeHtml } from '#backend/kernel/http/escape-html.ts';
import { languageOf } from '#backend/kernel/http/request-context.ts';
import { contentSecurityPolicy } from '#backend/kernel/http/security-headers.ts';
import { isFromThisMachine } from '#backend/kernel/loopback.ts';
import { neutralColors } from './layout.ts';
import type { Outbox, OutboxMail } from './mailer.ts';
import { formatTimestamp, textsIn } from './texts.ts';

/**
 * The policy of /outbox: its script, its fonts, and the inline styles of emails. Frames with emails allow no
 * script at all.
 */
const policyWith = (nonce: string) =>
  contentSecurityPolicy({
    styleSrc: ["'unsafe-inline'"],
    fontSrc: ["'self'"],
    imgSrc: ["'self'"],
    scriptSrc: [`'nonce-${nonce}'`],
    connectSrc: ["'self'"],
  });

interface OutboxOptions {
  readonly isDemo: boolean;
  /** Returns the `@font-face` rules of the pages. */
  readonly fontFaces: () => Promise<string>;
}

/**
 * Returns the router with the outbox: /outbox for users, /api/outbox for tests. It is mounted only if codes
 * are shown. In a demo, whose accounts are shared, every visitor may read it; otherwise only loopback
 * requests, and others get 404.
 */
export function outboxRoutes(outbox: Outbox, { isDemo, fontFaces }: OutboxOptions): Router {
  const onlyHere: RequestHandler = (req, _res, next) =>
    isDemo || isFromThisMachine(req) ? next() : next('route');
  return Router()
    .get('/api/outbox', onlyHere, (req, res) => {
      const { to } = req.query;
      res.set('Cache-Control', 'no-store').json(outbox.list(typeof to === 'string' ? to : undefined));
    })
    .get('/outbox', onlyHere, async (req, res, next) => {
      const nonce = randomBytes(16).toString('base64');
      const { mail } = req.query;
      const shown = typeof mail === 'string' ? mail : undefined;
      const options = { mails: outbox.list(), shown, nonce, fonts: await fontFaces() };
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
  /** Marks the scripts of the page. */
  readonly nonce: string;
  /** The `@font-face` rules of the pages. */
  readonly fonts: string;
}

/** Returns the outbox as an HTML page: the list of emails, and one of them as a mail client shows it. */
function outboxPage({ mails, shown, language, nonce, fonts }: PageOptions): string {
  const t = textsIn(language);
  const mail = mails.find(({ sentAt }) => sentAt === shown) ?? mails[0];
  const items = mails.map((one) => listItem(one, { isShown: one === mail, language })).join('');
  return [
    `<!doctype html><html lang="${language}" dir="${directionOf(language)}" data-newest="${mails[0]?.sentAt ?? ''}">`,
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${escapeHtml(`${t('outbox.title')} · ${product().name}`)}</title>`,
    '<link rel="icon" href="/icons/icon.svg" type="image/svg+xml">',
    `<script nonce="${nonce}">${THEME}</script><style>${fonts}${styles()}</style></head><body>`,
    `<div class="bar"><a href="/">${mark()}${escapeHtml(product().name)}</a></div>`,
    `<header><h1>${escapeHtml(t('outbox.title'))}</h1><p>${escapeHtml(t('outbox.intro'))}</p></header>`,
    mail
      ? `<main><nav aria-label="${escapeHtml(t('outbox.title'))}"><ol>${items}</ol></nav>${shownMail(mail, language)}`
      : `<main><div class="empty">${ENVELOPE}<p>${escapeHtml(t('outbox.empty'))}</p></div>`,
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
    `<iframe sandbox="${FRAME}" title="${escapeHtml(subject)}" srcdoc="${escapeHtml(html.replace('<head>', '<head><base target="_blank">'))}"></iframe>` +
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
  const exact = formatTimestamp(new Date(sentAt), language);
  return `<time datetime="${sentAt}" title="${escapeHtml(exact)}">${escapeHtml(ago)}</time>`;
}

/**
 * Without scripts. The page reads the height of its frame, and links open in tabs of their own, because
 * no page of the product may be in a frame.
 */
const FRAME = 'allow-same-origin allow-popups allow-popups-to-escape-sandbox';

/** lucide's envelope. */
const ENVELOPE =
  '<svg width="40" height="40" viewBox="0 0 24 24" aria-hidden="true">' +
  '<path d="m22 7-8.991 5.727a2 2 0 0 1-2.009 0L2 7"/><rect x="2" y="4" width="20" height="16" rx="2"/></svg>';

/** Applies the theme that was chosen in the pages, before anything is drawn. */
const THEME = `
const chosen = (() => { try { return localStorage.getItem('theme'); } catch { return null; } })();
const system = matchMedia('(prefers-color-scheme: dark)');
const apply = () =>
  document.documentElement.classList.toggle('dark', chosen === 'dark' || (chosen !== 'light' && system.matches));
apply();
system.addEventListener('change', apply);`;

/**
 * Copies the code, gives the frame the height of its email, and reloads the page when there is a newer one.
 */
const SCRIPT = `
const frame = document.querySelector('iframe');
if (frame) {
  const fit = () => { frame.style.height = frame.contentDocument.documentElement.offsetHeight + 2 + 'px'; };
  frame.addEventListener('load', () => new ResizeObserver(fit).observe(frame.contentDocument.body));
}
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
    const { paper, accent, accentHover, accentInk, accentSoft } = colors[theme];
    const { surface, ink, inkSoft, line } = neutralColors()[theme];
    return (
      `--paper:${paper};--accent:${accent};--accent-hover:${accentHover};--accent-ink:${accentInk};--accent-soft:${accentSoft};` +
      `--surface:${surface};--ink:${ink};--soft:${inkSoft};--line:${line}`
    );
  };
  return [
    `:root{color-scheme:light;${variables('light')};--text:Inter,Vazirmatn,system-ui,sans-serif;--title:Literata,"Noto Naskh Arabic",Georgia,serif}`,
    `:root.dark{color-scheme:dark;${variables('dark')}}`,
    '*{box-sizing:border-box}',
    'body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 var(--text)}',
    '.bar{background:var(--surface);border-bottom:1px solid var(--line)}',
    '.bar a{display:flex;gap:.625rem;align-items:center;max-width:80rem;min-height:3rem;margin:auto;padding:0 1rem;color:var(--ink);font:600 1.125rem var(--title);text-decoration:none}',
    '.bar rect{fill:var(--accent)}.bar path{fill:none;stroke:var(--accent-ink);stroke-width:2;stroke-linecap:round;stroke-linejoin:round}',
    'header,main{max-width:80rem;margin:auto;padding:.5rem 1rem 1rem}header{padding-block:1.5rem .5rem}',
    'h1{font:600 1.375rem/1.3 var(--title);margin:0 0 .25rem}h2{font-size:1.125rem;line-height:1.3;margin:0 0 .25rem;overflow-wrap:anywhere}',
    'p{margin:0;color:var(--soft);font-size:.875rem;overflow-wrap:anywhere}main,.empty{display:grid;gap:1rem;align-items:start}',
    'ol{list-style:none;margin:0;padding:0;max-height:12.75rem;overflow-y:auto;scrollbar-width:thin}',
    'ol,article,.empty{background:var(--surface);border:1px solid var(--line);border-radius:10px}li+li{border-top:1px solid var(--line)}',
    'li a{display:block;padding:.625rem 1rem;color:var(--soft);text-decoration:none;font-size:.8125rem;overflow-wrap:anywhere}',
    'li span{display:flex;flex-wrap:wrap;gap:0 1rem;justify-content:space-between}time{white-space:nowrap}',
    'li b{display:block;color:var(--ink);font-size:.875rem;font-weight:500}li [aria-current] b{font-weight:600}',
    'a:focus-visible,button:focus-visible,summary:focus-visible{outline:2px solid var(--accent);outline-offset:-2px}button:focus-visible{outline-offset:2px}',
    'li a[aria-current]{background:var(--accent-soft);box-shadow:inset 2px 0 var(--accent)}[dir=rtl] li a[aria-current]{box-shadow:inset -2px 0 var(--accent)}',
    'article{min-width:0;overflow:hidden}.head{display:flex;gap:.75rem 1rem;justify-content:space-between;align-items:center;padding:1rem}.head>div{min-width:0}',
    'iframe{display:block;width:100%;height:30rem;border:solid var(--line);border-width:1px 0}',
    'button{flex:none;font:500 .875rem var(--text);min-height:2.75rem;padding:0 1rem;border:0;border-radius:10px;background:var(--accent);color:var(--accent-ink);cursor:pointer}',
    'summary{cursor:pointer;padding:.75rem 1rem;color:var(--soft);font-size:.875rem}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:.875rem/1.6 var(--text);margin:0;padding:0 1rem 1rem}',
    '.empty{padding:4rem 1rem;place-items:center}.empty svg{fill:none;stroke:var(--soft);stroke-width:1.5;stroke-linecap:round}',
    '@media (hover:hover){li a:not([aria-current]):hover{background:var(--paper)}button:hover{background:var(--accent-hover)}}',
    '@media (pointer:fine) and (min-width:48rem){button{min-height:2.5rem}}',
    '@media (min-width:56rem){main{grid-template-columns:20rem minmax(0,1fr)}nav{position:sticky;top:1rem}ol{max-height:calc(100vh - 2rem)}.empty{grid-column:1/-1}}',
  ].join('');
}
