import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  brandLink,
  composePage,
  hashSource,
  pageStyles,
  THEME_SOURCE,
} from '@bindery/backend/kernel/http/composed-page.ts';
import { escapeHtml } from '@bindery/backend/kernel/http/escape-html.ts';
import { languageOf } from '@bindery/backend/kernel/http/request-context.ts';
import { contentSecurityPolicy } from '@bindery/backend/kernel/http/security-headers.ts';
import { pageTexts } from '@bindery/backend/kernel/page-texts.ts';
import { type Opened, openPort } from '@bindery/backend/web/open-port.ts';
import { FAILED_START } from '@bindery/contract/api/developers/pages.ts';
import { frontendFolder } from '@bindery/contract/api/frontend-folder.ts';
import { palettesOf } from '@bindery/contract/api/palette.ts';
import { type Product, product, setProduct } from '@bindery/contract/api/product.ts';
import type { Language } from '@bindery/contract/records/init.ts';
import express, { type Express } from 'express';
import { STARTER } from '#tools/setup/options.ts';
import { describeFailure, type Failure, formatFailure, formatPortTaken } from './describe-failure.ts';
import type { Excerpt } from './excerpt.ts';
import { announceFailed, HOPELESS, WAITING } from './restarts.ts';

/**
 * Prints why the product in a folder could not start, and shows it at every address until the process ends:
 * at once if no port can be opened.
 */
export async function serveFailedStart(
  error: unknown,
  { root, opened }: { readonly root: string; readonly opened: Opened | undefined },
): Promise<void> {
  // The settings read it too.
  await provideProduct(root);
  const failed = describeFailure(error, root);
  if (failed.isHopeless) await end(error, root);
  const { port } = opened ?? (await openPort().catch((another: unknown) => end(another, root)));
  process.stderr.write(`\n${formatFailure(failed)}\n\n`);
  process.stdout.write(`  ${WAITING}\n`);
  port.setHandler(createFailedStartApp(failed));
  announceFailed();
}

/** Prints why nothing can be served, and ends the process: for good if no change of a file helps. */
async function end(error: unknown, root: string): Promise<never> {
  const { code, port } = error as NodeJS.ErrnoException & { readonly port?: number };
  const taken = code === 'EADDRINUSE' ? port : undefined;
  const failed = describeFailure(error, root);
  const text =
    taken === undefined
      ? formatFailure(failed)
      : formatPortTaken(taken, (await isOwnServer(taken)) ? product().name : undefined);
  process.stderr.write(`\n${text}\n`);
  process.exit(taken !== undefined || failed.isHopeless ? HOPELESS : 1);
}

/** Returns whether this product has been started at a port already. */
async function isOwnServer(port: number): Promise<boolean> {
  const page = await fetch(`http://localhost:${port}/login`, { signal: AbortSignal.timeout(2000) })
    .then((response) => response.text())
    .catch(() => '');
  return page.includes(`<title>${escapeHtml(product().name)}</title>`);
}

/** Returns an application that responds to every request with the reason of a failed start. */
export function createFailedStartApp(failed: Failure): Express {
  const theme = join(frontendFolder(), 'shell/theme');
  const css = [
    readFileSync(join(theme, 'fonts.css'), 'utf8').replaceAll('./fonts/', '/fonts/'),
    pageStyles(),
    readFileSync(join(import.meta.dirname, 'failed-start.css'), 'utf8'),
  ].join('');
  const id = String(process.pid);
  const script = SCRIPT.replace('ID', id);
  const app = express().disable('x-powered-by');
  app.use('/fonts', express.static(join(theme, 'fonts')));
  app.use(
    contentSecurityPolicy({
      styleSrc: [hashSource(css)],
      scriptSrc: [THEME_SOURCE, hashSource(script)],
      connectSrc: ["'self'"],
      fontSrc: ["'self'"],
      baseUri: ["'none'"],
    }),
    (req, res) => {
      res.status(503).set({ 'Cache-Control': 'no-store', [FAILED_START]: id });
      res.type('html').send(failedStartPage(failed, { language: languageOf(req), css, script }));
    },
  );
  return app;
}

/** After this time without a response, the server has been stopped rather than restarted. */
const MAX_START_MS = 20_000;

/**
 * Copies the address of a page of the documentation, says once this process has stopped that the server
 * starts, or after a while that it has stopped, and reloads the page once another process responds: the
 * product, or its next failed start. Once only: another reload would abort the first, which is slow.
 */
const SCRIPT = `
const { dataset } = document.querySelector('main');
document.addEventListener('click', async ({ target }) => {
  if (!target.dataset?.copies) return;
  await navigator.clipboard.writeText(target.dataset.copies);
  target.textContent = target.dataset.copied;
});
let isAnother = false;
let startsSince;
while (!isAnother) {
  await new Promise((resolve) => setTimeout(resolve, 200));
  const response = await fetch('/api/health/live', { cache: 'no-store' }).catch(() => undefined);
  isAnother = response !== undefined && response.headers.get('${FAILED_START}') !== 'ID';
  if (response === undefined) startsSince ??= Date.now();
  if (startsSince) dataset.state = Date.now() - startsSince < ${MAX_START_MS} ? 'starts' : 'stopped';
}
location.reload();`;

/** What the page says of the server, in each state. */
const STATES = { failed: 'failedStart.reloads', starts: 'failedStart.starts', stopped: 'restart.stopped' };

interface PageParts {
  readonly language: Language;
  readonly css: string;
  readonly script: string;
}

function failedStartPage(
  { file, asks, problems, docs }: Failure,
  { language, css, script }: PageParts,
): string {
  const { translate } = pageTexts(language);
  const text = (key: string) => escapeHtml(translate(`developers.${key}`));
  const key = problems.length === 1 ? 'mistake' : 'mistakes';
  const ofFile = file ? key : 'title';
  const title = translate(`developers.failedStart.${asks ? 'asks' : ofFile}`, { file: file ?? '' });
  const states = { ...STATES, ...(asks && { failed: 'failedStart.answer' }) };
  const blocks = problems.map(
    ({ place, text: problem, excerpt }) =>
      `<div class="problem" dir="ltr">${place ? `<code>${escapeHtml(place)}</code>` : ''}` +
      `<p>${escapeHtml(problem)}</p>` +
      `${excerpt ? htmlOf(excerpt) : ''}</div>`,
  );
  const pages = docs.map(
    (page) =>
      `<span class="page"><code dir="ltr">${escapeHtml(page)}</code><button type="button" ` +
      `data-copies="${escapeHtml(page)}" data-copied="${text('firstSteps.copied')}">` +
      `${text('firstSteps.copy')}</button></span>`,
  );
  return composePage({
    language,
    title,
    styles: `<style>${css}</style>`,
    body: [
      `<header>${brandLink()}</header><main data-state="failed"><h1>${escapeHtml(title)}</h1>`,
      `<div class="problems" role="alert">${blocks.join('')}</div>`,
      docs.length > 0
        ? `<p class="docs"><span>${text('failedStart.explained')}</span> ${pages.join(' ')}</p>`
        : '',
      '<p role="status">',
      ...Object.entries(states).map(
        ([state, key]) => `<span data-of="${state}">${withCode(text(key))}</span>`,
      ),
      `</p></main><script type="module">${script}</script>`,
    ].join(''),
  });
}

/** Returns an excerpt as HTML, in which the mistake is emphasized. Long lines wrap beside their number. */
function htmlOf(excerpt: Excerpt): string {
  const lines = excerpt.map(({ number, before, marked, after }) => {
    const wrong = marked && `<strong>${escapeHtml(marked)}</strong>`;
    return `<span>${number}</span><span>${escapeHtml(before)}${wrong}${escapeHtml(after)}</span>`;
  });
  return `<pre>${lines.join('')}</pre>`;
}

const withCode = (html: string) => html.replaceAll(/`(.+?)`/g, '<code dir="ltr">$1</code>');

/** The look of a page without a valid `product.ts`: the starter's colour, and a mark of its own. */
const fallbackProduct = (root: string): Product => ({
  name: basename(root),
  slug: '',
  description: '',
  icon: 'M16 8v11m0 4v.5',
  colors: palettesOf(STARTER.accent),
});

/** Registers the product for the page, without resources, if the start failed before it was. */
async function provideProduct(root: string): Promise<void> {
  try {
    product();
  } catch {
    const loaded: { default: Product } | undefined = await import(
      pathToFileURL(join(root, 'product.ts')).href
    ).catch(() => undefined);
    setProduct({ product: loaded?.default ?? fallbackProduct(root), resources: {}, root });
  }
}
