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
import { iconSvg } from '@bindery/frontend/build/product-files.ts';
import express, { type Express } from 'express';
import { STARTER } from '#tools/setup/options.ts';
import { renderHtml, renderText } from '#tools/templates/render.ts';
import { describeFailure, type Failure, formatFailure, formatPortTaken } from './describe-failure.ts';
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
  const script = renderText('dev/failed-start.js', { header: FAILED_START, id, maxStartMs: MAX_START_MS });
  const app = express().disable('x-powered-by');
  app.use('/fonts', express.static(join(theme, 'fonts')));
  app.get('/icons/icon.svg', (_req, res) => void res.type('svg').send(iconSvg('rounded')));
  app.use(
    contentSecurityPolicy({
      styleSrc: [hashSource(css)],
      scriptSrc: [THEME_SOURCE, hashSource(script)],
      connectSrc: ["'self'"],
      imgSrc: ["'self'"],
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

/** What the page says of the server, in each state. */
const STATES = { failed: 'failedStart.reloads', starts: 'failedStart.starts', stopped: 'restart.stopped' };

function failedStartPage(
  { file, asks, problems, docs }: Failure,
  { language, css, script }: { readonly language: Language; readonly css: string; readonly script: string },
): string {
  const { translate } = pageTexts(language);
  const key = problems.length === 1 ? 'mistake' : 'mistakes';
  const ofFile = file ? key : 'title';
  const title = translate(`developers.failedStart.${asks ? 'asks' : ofFile}`, { file: file ?? '' });
  return composePage({
    language,
    title,
    styles: `<style>${css}</style>`,
    body: renderHtml('dev/failed-start.html', {
      brandLink: brandLink(),
      title,
      problems,
      docs,
      states: { ...STATES, ...(asks && { failed: 'failedStart.answer' }) },
      script,
      t: (name: string) => translate(`developers.${name}`),
      withCode: (text: string) => escapeHtml(text).replaceAll(/`(.+?)`/g, '<code dir="ltr">$1</code>'),
    }),
  });
}

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
