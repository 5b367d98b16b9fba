import type { Pages } from '@bindery/contract/api/pages.ts';
import { product } from '@bindery/contract/api/product.ts';
import { joinTitle } from '@bindery/contract/api/texts/join-title.ts';
import { textsOf } from '@bindery/contract/api/texts/locale-files.ts';
import { directionOf } from '@bindery/contract/records/init.ts';
import { lendingLibrary as resources } from '@bindery/contract/testing/lending-library.ts';
import { describe, expect, it } from 'vitest';
import { createDocumentHead, withHead } from './document-head.ts';
import { createPageFinder } from './page-finder.ts';

const pages: Pages = {
  '/programme': {
    area: 'public',
    component: 'x-page.tsx',
    title: 'app.home.title',
    description: 'app.home.areas',
  },
  '/programme/:id': { area: 'public', component: 'x-page.tsx' },
  '/subjects/:id': {
    area: 'public',
    component: 'x-page.tsx',
    title: 'app.home.title',
    data: '/api/subjects/:id',
  },
  '/app/subjects/:id': { area: 'app', component: 'x-page.tsx', data: '/api/subjects/:id' },
  '/own/:id': { area: 'public', component: 'x-page.tsx', title: 'app.home.title', data: '/api/own/:id' },
};
const environment = { name: 'Staging', emoji: '🧪', color: 'plum' } as const;
const head = createDocumentHead({ resources, environment: null });
const find = createPageFinder(Object.entries(pages));
const pageAt = (path: string) => find(path)?.page;
const inEnglish = (path: string, data?: unknown) => head({ page: pageAt(path), language: 'en', data });
const id = '01890000-0000-7000-8000-000000000000';

describe('the head of a served page', () => {
  it("has the page's title and description, in the language of the visitor", () => {
    for (const language of ['en', 'fr', 'ar', 'sw'] as const) {
      const texts = textsOf(language);
      expect(head({ page: pageAt('/programme'), language })).toMatchObject({
        title: joinTitle([texts.get('app.home.title'), product().name], directionOf(language)),
        description: texts.get('app.home.areas'),
      });
    }
    expect(inEnglish('/programme').title).not.toBe(
      head({ page: pageAt('/programme'), language: 'fr' }).title,
    );
  });

  it('has the name of the product for a page without a title, or without a page', () => {
    for (const path of ['/programme/1', '/unknown', ''])
      expect(inEnglish(path)).toMatchObject({ title: product().name, description: undefined });
  });

  it('starts with the environment, as in an open page', () => {
    const staging = createDocumentHead({ resources, environment });
    expect(staging({ page: pageAt('/programme'), language: 'en' }).title).toBe(
      `🧪 Staging · Home · ${product().name}`,
    );
  });

  it("has the label of the page's record", () => {
    const subject = { id, name: 'Physics', code: 'PHY-101' };
    expect(inEnglish(`/subjects/${id}`, subject)).toMatchObject({
      title: `Physics · ${product().name}`,
      preview: 'Physics',
    });
    expect(inEnglish(`/app/subjects/${id}`, subject).title).toBe(`Physics · ${product().name}`);
  });

  it.each([
    ['is not there', null],
    ['may not be read', undefined],
    ['has a label of which no part may be read', { id, code: 'PHY-101' }],
  ])('has the title of the page if the record %s', (_, data) => {
    expect(inEnglish(`/subjects/${id}`, data).title).toBe(`Home · ${product().name}`);
  });

  it('has the title of the page if its data are not a record', () => {
    for (const path of [`/own/${id}`, '/programme'])
      expect(inEnglish(path, { id, name: 'Physics' }).title).toBe(`Home · ${product().name}`);
  });

  it('has tags for link previews on public pages', () => {
    expect(inEnglish('/programme').preview).toBe('Home');
    expect(inEnglish('/programme/1').preview).toBe(product().name);
    for (const path of [`/app/subjects/${id}`, '/unknown', ''])
      expect(inEnglish(path)).not.toHaveProperty('preview');
    const html = withHead('<title>x</title>', { title: 'x', description: undefined, preview: '"><b>' });
    expect(html).toContain('<meta property="og:title" content="&quot;&gt;&lt;b&gt;" />');
    expect(html).toContain(`<meta property="og:site_name" content="${product().name}" />`);
  });

  it('is safe from any text', () => {
    const html = '<title>x</title><meta name="description" content="y" />';
    const made = { title: '$& </title><b>', description: '"><script>' };
    expect(withHead(html, made)).toBe(
      '<title>$&amp; &lt;/title&gt;&lt;b&gt;</title>' +
        '<meta name="description" content="&quot;&gt;&lt;script&gt;" />',
    );
    expect(withHead(html, { title: 'x', description: undefined })).toBe(html);
  });
});
