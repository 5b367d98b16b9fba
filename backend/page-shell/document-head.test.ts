import { describe, expect, it } from 'vitest';
import type { Pages } from '#contract/pages.ts';
import { lendingLibrary as resources } from '#contract/testing/lending-library.ts';
import { textsOf } from '#contract/texts/locale-files.ts';
import * as product from '#product';
import { createDocumentHead, withHead } from './document-head.ts';

const pages: Pages = {
  '/programme': {
    ...{ area: 'public', component: 'x-page.tsx', title: 'app.home.title', description: 'app.home.areas' },
  },
  '/programme/:id': { area: 'public', component: 'x-page.tsx' },
};
const environment = { name: 'Staging', emoji: '🧪', color: 'plum' } as const;
const head = createDocumentHead({ resources, pages, environment: null });

describe('the head of a served page', () => {
  it('has the title and the description that the page states, in the language of the visitor', () => {
    for (const language of ['en', 'fr', 'ar', 'sw'] as const) {
      const texts = textsOf(language);
      expect(head('/programme', language)).toEqual({
        title: `${texts.get('app.home.title')} · ${product.name}`,
        description: texts.get('app.home.areas'),
      });
    }
    expect(head('/programme', 'fr').title).not.toBe(head('/programme', 'en').title);
  });

  it('has the name of the product for a page without a title, or none', () => {
    for (const path of ['/programme/1', '/unknown', ''])
      expect(head(path, 'en')).toEqual({ title: product.name, description: undefined });
  });

  it('begins with the environment, as in an open page', () => {
    const staging = createDocumentHead({ resources, pages, environment });
    expect(staging('/programme', 'en').title).toBe(`🧪 Staging · Home · ${product.name}`);
  });

  it('cannot be left by a text', () => {
    const html = '<title>x</title><meta name="description" content="y" />';
    const made = { title: '$& </title><b>', description: '"><script>' };
    expect(withHead(html, made)).toBe(
      '<title>$&amp; &lt;/title&gt;&lt;b&gt;</title>' +
        '<meta name="description" content="&quot;&gt;&lt;script&gt;" />',
    );
    expect(withHead(html, { title: 'x', description: undefined })).toBe(html);
  });
});
