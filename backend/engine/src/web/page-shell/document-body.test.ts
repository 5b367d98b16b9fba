import { expect, it } from 'vitest';
import { fillContent, insideScript, withContent } from './document-body.ts';

const DOCUMENT =
  '<html><head></head><body><div id="root"><div class="first-paint">logo</div></div></body></html>';
const assumed = { media: {}, local: ['columns.books'], session: [] };
/** What a user may write, once React has escaped it. */
const TEXTS = '<h1>/*assumed*/ &lt;!--content--&gt; compareAssumed( style=&quot; $&amp; </h1>';

it('a rendered page may contain the texts that mark the places of a document', () => {
  const html = fillContent(withContent(DOCUMENT), { html: TEXTS, assumed });
  expect(html).toContain(`<div id="root">${TEXTS}</div>`);
  expect(html).toContain(`compareAssumed(${JSON.stringify(assumed)})`);
});

it('a document may contain these texts in its title and its data', () => {
  const title = '<title>/*assumed*/ compareAssumed(/*assumed*/)&lt;/script&gt;</title>';
  const init = `<script id="init">${insideScript({ name: '/*assumed*/)</script><!--content-->' })}</script>`;
  const given = DOCUMENT.replace('</head>', `${title}${init}</head>`);
  const html = fillContent(withContent(given), { html: TEXTS, assumed });
  expect(html).toContain(title + init);
  expect(html).toContain(`<div id="root">${TEXTS}</div>`);
  expect(html).toContain(`compareAssumed(${JSON.stringify(assumed)})</script>`);
});

it('a page that assumes nothing of the browser has no splash screen for another one', () => {
  const html = fillContent(withContent(DOCUMENT), { html: TEXTS, assumed: undefined });
  expect(html).toContain(`<div id="root">${TEXTS}</div>`);
  expect(html).not.toContain('logo');
});
