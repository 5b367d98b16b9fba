import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '@bindery/contract/records/init.ts';
import { type RequestHandler, Router } from 'express';
import {
  brandLink,
  composePage,
  hashSource,
  pageStyles,
  THEME_SOURCE,
} from '#backend/kernel/http/composed-page.ts';
import { escapeHtml } from '#backend/kernel/http/escape-html.ts';
import { languageOf } from '#backend/kernel/http/request-context.ts';
import { contentSecurityPolicy } from '#backend/kernel/http/security-headers.ts';
import { isFromThisMachine } from '#backend/kernel/loopback.ts';
import type { Outbox, StoredMail } from './mailer.ts';
import { formatTimestamp, textsIn } from './texts.ts';

const STYLES = join(import.meta.dirname, 'outbox.css');

interface OutboxOptions {
  readonly isDemo: boolean;
  /** Returns the `@font-face` rules of the pages. */
  readonly fontFaces: () => Promise<string>;
}

/**
 * Returns the router of the outbox, mounted only if codes are shown: /outbox for users, /api/outbox for
 * tests. In a demo, whose accounts are shared, every visitor may read it; otherwise loopback, others get 404.
 */
export function outboxRoutes(outbox: Outbox, { isDemo, fontFaces }: OutboxOptions): Router {
  const onlyHere: RequestHandler = (req, _res, next) =>
    isDemo || isFromThisMachine(req) ? next() : next('route');
  return Router()
    .get('/api/outbox', onlyHere, (req, res) => {
      const { to } = req.query;
      res.set('Cache-Control', 'no-store').json(outbox.list(typeof to === 'string' ? to : undefined));
    })
    .get('/outbox', onlyHere, setPolicy, async (req, res) => {
      const { mail } = req.query;
      const shown = typeof mail === 'string' ? mail : undefined;
      const css = (await fontFaces()) + pageStyles() + (await readFile(STYLES, 'utf8'));
      const html = outboxPage({ mails: outbox.list(), shown, language: languageOf(req), css });
      res.set('Cache-Control', 'no-store').type('html').send(html);
    });
}

interface PageOptions {
  readonly mails: readonly StoredMail[];
  /** `sentAt` of the email to show; the newest by default. */
  readonly shown: string | undefined;
  readonly language: Language;
  /** The style sheet. */
  readonly css: string;
}

/**
 * Returns the outbox as an HTML page: the list of emails, and one of them as a mail client shows it. On
 * phones it is either of them: the list until an email is chosen.
 */
function outboxPage({ mails, shown, language, css }: PageOptions): string {
  const t = textsIn(language);
  const title = t('outbox.title');
  const chosen = mails.find(({ sentAt }) => sentAt === shown);
  const mail = chosen ?? mails[0];
  const now = Date.now();
  const lines = new Map(mails.map((one) => [one, recipient(one, { mails, language, now })]));
  const items = mails.map((one) => listItem(one, { isShown: one === mail, line: lines.get(one)! })).join('');
  const body = [
    `<header class="bar"><div>${brandLink()}<a class="leave" href="/">${escapeHtml(t('outbox.toProduct'))}</a></div></header>`,
    `<main${chosen ? ' class="chosen"' : ''} data-state="${stateOf(mails)}">`,
    `<div class="intro"><h1>${escapeHtml(title)}</h1><p class="text-muted">${escapeHtml(t('outbox.intro'))}</p></div>`,
    chosen ? `<a class="back" href="/outbox">${ARROW}${escapeHtml(t('outbox.back'))}</a>` : '',
    mail
      ? `<nav aria-label="${escapeHtml(title)}"><ol class="card">${items}</ol></nav>${shownMail(mail, { line: lines.get(mail)!, language })}`
      : `<div class="empty card"><span class="icon">${ENVELOPE}</span><h2>${escapeHtml(t('outbox.empty'))}</h2>` +
        `<p>${escapeHtml(t('outbox.hint'))}</p><a class="button" href="/login">${escapeHtml(t('outbox.toLogin'))}</a></div>`,
    `</main><script>${SCRIPT}</script>`,
  ].join('');
  return composePage({ language, title, styles: `<style>${css}</style>`, body });
}

/** Returns what changes when an email is sent or a code used. */
const stateOf = (mails: readonly StoredMail[]) =>
  `${mails[0]?.sentAt ?? ''} ${mails.filter(({ isUsed }) => isUsed).length}`;

function listItem(
  { to, subject, sentAt }: StoredMail,
  { isShown, line }: { isShown: boolean; line: string },
) {
  return (
    `<li><a href="?mail=${encodeURIComponent(sentAt)}"${isShown ? ' aria-current="true"' : ''}>${initial(to)}` +
    `<b dir="auto" class="match-parent">${escapeHtml(subject)}</b>${line}</a></li>`
  );
}

function shownMail(mail: StoredMail, { line, language }: { line: string; language: Language }) {
  const { to, subject, html, text, code, isUsed } = mail;
  const t = textsIn(language);
  const copied = escapeHtml(t('outbox.copied'));
  const copy =
    code && !isUsed
      ? `<button type="button" class="button" data-code="${escapeHtml(code)}" data-copied="${copied}">${escapeHtml(t('outbox.copyCode'))}</button>`
      : '';
  return (
    `<article class="card"><div class="head">${initial(to)}<div><h2 dir="auto" class="match-parent">${escapeHtml(subject)}</h2>` +
    `${line}</div>${copy}</div>` +
    `<iframe sandbox="${FRAME}" title="${escapeHtml(subject)}" srcdoc="${escapeHtml(html.replace('<head>', '<head><base target="_blank">'))}"></iframe>` +
    `<details><summary>${escapeHtml(t('outbox.plainText'))}</summary>` +
    `<pre dir="auto" class="match-parent">${escapeHtml(text)}</pre></details></article>`
  );
}

interface Circumstances {
  readonly mails: readonly StoredMail[];
  readonly language: Language;
  readonly now: number;
}

/** Returns who got an email, and when. Addresses are read from left to right in all languages. */
const recipient = (mail: StoredMail, about: Circumstances) =>
  `<span class="to"><span>${escapeHtml(textsIn(about.language)('outbox.to'))} ` +
  `<bdi dir="ltr" class="match-parent">${escapeHtml(mail.to)}</bdi></span> ` +
  `<span class="when">${time(mail.sentAt, about)}${mark(mail, about)}</span></span>`;

const initial = (to: string) =>
  `<span class="initial" aria-hidden="true">${escapeHtml([...to][0]?.toUpperCase() ?? '')}</span>`;

const MINUTE = 60_000;
const UNITS = [
  { unit: 'day', length: 24 * 60 * MINUTE },
  { unit: 'hour', length: 60 * MINUTE },
  { unit: 'minute', length: MINUTE },
] as const;

/**
 * Returns how long the code or invitation of an email is still valid, which the page keeps true; nothing for
 * an email without either, nor for a code before another one to the address, since that one replaces it
 * unless another browser asked for it.
 */
function mark(mail: StoredMail, { mails, language, now }: Circumstances) {
  const t = textsIn(language);
  const [valid, expired] = [escapeHtml(t('outbox.valid')), escapeHtml(t('outbox.expired'))];
  if (mail.isUsed) return `<span class="mark expired">${escapeHtml(t('outbox.used'))}</span>`;
  if (!mail.expires) return '';
  const until = mail.usefulUntil.toISOString();
  const left = timeLeft(until, language, now);
  if (left === undefined) return `<span class="mark expired">${expired}</span>`;
  if (mail.code && mail !== mails.find(({ to, code }) => code && to === mail.to)) return '';
  return (
    `<span class="mark" data-until="${until}" ` +
    `data-valid="${valid}" data-expired="${expired}">${valid} · ${left}</span>`
  );
}

function time(sentAt: string, { language, now }: Circumstances) {
  const exact = formatTimestamp(new Date(sentAt), language);
  const ago = timeAgo(sentAt, language, now);
  return `<time datetime="${sentAt}" title="${escapeHtml(exact)}">${escapeHtml(ago)}</time>`;
}

/** Returns how long ago an email was sent. The page runs this function too, as those that follow. */
function timeAgo(sentAt: string, language: string, now: number): string {
  const age = now - Date.parse(sentAt);
  const { unit, length } = UNITS.find((one) => age >= one.length) ?? { unit: 'second', length: 1000 };
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-Math.floor(age / length), unit);
}

/** Returns the time left until a timestamp; undefined if it has passed. */
function timeLeft(until: string, language: string, now: number): string | undefined {
  const left = Date.parse(until) - now;
  if (left <= 0) return undefined;
  const { unit, length } = UNITS.find((one) => left >= one.length) ?? UNITS[2];
  return new Intl.NumberFormat(language, { style: 'unit', unit }).format(Math.ceil(left / length));
}

/**
 * Without scripts. The page reads the height of its frame, and links open in tabs of their own, because
 * no page of the product may be in a frame.
 */
const FRAME = 'allow-same-origin allow-popups allow-popups-to-escape-sandbox';

/** lucide's chevron, to the start of the line. */
const ARROW =
  '<svg class="lucide" width="20" height="20" viewBox="0 0 24 24" aria-hidden="true"><path d="m15 18-6-6 6-6"/></svg>';

/** lucide's envelope. */
const ENVELOPE =
  '<svg class="lucide" width="32" height="32" viewBox="0 0 24 24" aria-hidden="true">' +
  '<path d="m22 7-8.991 5.727a2 2 0 0 1-2.009 0L2 7"/><rect x="2" y="4" width="20" height="16" rx="2"/></svg>';

/**
 * Copies the code, gives the frame the height of its email, keeps the times true, moves through the list by
 * keys (arrows in the list, j and k anywhere), and reloads the page after `stateOf` has changed.
 */
const SCRIPT = `
const UNITS = ${JSON.stringify(UNITS)};
const stateOf = ${stateOf};
${timeAgo}
${timeLeft}
const { lang } = document.documentElement;
const current = document.querySelector('[aria-current]');
const list = document.querySelector('ol');
// In one column the list does not scroll.
if (list?.scrollHeight > list?.clientHeight) current.scrollIntoView({ block: 'nearest' });
if (sessionStorage.getItem('moved')) current?.focus({ preventScroll: true });
sessionStorage.removeItem('moved');
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const step = { j: 1, k: -1, ...(event.target.closest('nav') && { ArrowDown: 1, ArrowUp: -1 }) }[event.key];
  const links = [...document.querySelectorAll('nav a')];
  // On phones, which show the list first, the newest is not yet shown.
  const isShown = document.querySelector('article')?.offsetParent;
  const next = step && links[(isShown ? links.indexOf(current) : -1) + step];
  if (step && links.length > 0) event.preventDefault();
  if (!next) return;
  sessionStorage.setItem('moved', 'true');
  location.replace(next.href);
});
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
setInterval(() => {
  const now = Date.now();
  for (const time of document.querySelectorAll('time')) time.textContent = timeAgo(time.dateTime, lang, now);
  for (const mark of document.querySelectorAll('[data-until]')) {
    const { until, valid, expired } = mark.dataset;
    const left = timeLeft(until, lang, now);
    mark.classList.toggle('expired', !left);
    mark.textContent = left ? valid + ' · ' + left : expired;
  }
}, 20000);
setInterval(async () => {
  const response = await fetch('/api/outbox').catch(() => undefined);
  if (!response?.ok) return;
  const mails = await response.json();
  if (stateOf(mails) !== document.querySelector('main').dataset.state) location.reload();
}, 3000);`;

/** The policy of /outbox: its scripts, and the styles and marks of emails, whose frames allow no script. */
const setPolicy = contentSecurityPolicy({
  styleSrc: ["'unsafe-inline'"],
  fontSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  scriptSrc: [THEME_SOURCE, hashSource(SCRIPT)],
  connectSrc: ["'self'"],
});
