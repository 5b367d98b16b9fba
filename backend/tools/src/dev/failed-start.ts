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
import { describeFailedStart, type FailedStart, printFailedStart } from '@bindery/backend/web/lifecycle.ts';
import { type Opened, openPort } from '@bindery/backend/web/open-port.ts';
import { FAILED_START } from '@bindery/contract/api/developers/pages.ts';
import { frontendFolder } from '@bindery/contract/api/frontend-folder.ts';
import { palettesOf } from '@bindery/contract/api/palette.ts';
import { type Product, product, setProduct } from '@bindery/contract/api/product.ts';
import type { Language } from '@bindery/contract/records/init.ts';
import express, { type Express } from 'express';

/**
 * Prints why the product in a folder could not start, and shows it at every address until the process ends.
 * Throws if the port cannot be opened.
 */
export async function serveFailedStart(
  error: unknown,
  { root, opened }: { readonly root: string; readonly opened: Opened | undefined },
): Promise<void> {
  // The settings read it too.
  await provideProduct(root);
  const { port } = opened ?? (await openPort());
  const failed = describeFailedStart(error, root);
  printFailedStart(failed);
  process.stdout.write('\n  Waiting for a file to change before restarting.\n\n');
  port.setHandler(createFailedStartApp(failed));
}

/** Returns an application that responds to every request with the reason of a failed start. */
export function createFailedStartApp(failed: FailedStart): Express {
  const theme = join(frontendFolder(), 'shell/theme');
  const css = [
    readFileSync(join(theme, 'fonts.css'), 'utf8').replaceAll('./fonts/', '/fonts/'),
    pageStyles(),
    readFileSync(join(import.meta.dirname, 'failed-start.css'), 'utf8'),
  ].join('');
  const id = String(process.pid);
  const script = RELOAD.replace('ID', id);
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

/** Reloads the page once another process responds: the product, or its next failed start. */
const RELOAD = `
for (;;) {
  await new Promise((resolve) => setTimeout(resolve, 500));
  const response = await fetch(location.href, { method: 'HEAD' }).catch(() => undefined);
  if (response && response.headers.get('${FAILED_START}') !== 'ID') location.reload();
}`;

interface PageParts {
  readonly language: Language;
  readonly css: string;
  readonly script: string;
}

function failedStartPage({ message, docs }: FailedStart, { language, css, script }: PageParts): string {
  const { translate } = pageTexts(language);
  const text = (key: string) => escapeHtml(translate(`developers.failedStart.${key}`));
  const pages = docs.map((page) => `<code dir="ltr">${escapeHtml(page)}</code>`);
  return composePage({
    language,
    title: translate('developers.failedStart.title'),
    styles: `<style>${css}</style>`,
    body: [
      `<header>${brandLink()}</header><main><h1>${text('title')}</h1>`,
      `<pre dir="ltr" role="alert" tabindex="0">${withPlaces(message)}</pre>`,
      docs.length > 0 ? `<p>${text('explained')} ${pages.join(' ')}</p>` : '',
      `<p>${text('reloads')}</p></main><script type="module">${script}</script>`,
    ].join(''),
  });
}

/** Returns a message as HTML, in which the places of mistakes are emphasized: "tools.list: …". */
const withPlaces = (message: string) =>
  escapeHtml(message).replaceAll(/^ {2}([\w.[\]]+):/gm, '  <strong>$1</strong>:');

/** The look of a page without a valid `product.ts`: the starter's colour, and a mark of its own. */
const fallbackProduct = (root: string): Product => ({
  name: basename(root),
  slug: '',
  description: '',
  icon: 'M16 8v11m0 4v.5',
  colors: palettesOf('#7b2d5f'),
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
