import { expect, test } from 'vitest';
import { defineProduct, type StatedProduct } from './product.ts';

const stated: StatedProduct = {
  name: 'Acme',
  slug: 'acme',
  description: 'Tools.',
  colors: { light: { accent: '#7b2d5f' } },
};

test('a product states its name, slug, description and accent; its icon is then its initial', () => {
  const { icon, colors, ...others } = defineProduct(stated);
  expect(others).toEqual({ name: 'Acme', slug: 'acme', description: 'Tools.' });
  expect(icon).not.toBe('');
  expect(colors.dark.accent).toMatch(/^#/);
});

test('an unknown property is named, with the most similar one', () => {
  const misspelt = { ...stated, slugg: 'acme' };
  expect(() => defineProduct(misspelt)).toThrow('product.ts: slugg is unknown; did you mean "slug"?');
});

test.each(['', 'Ac me', 'Acme', '1acme', 'أكمي', 'a\nb', 'a_b'])(
  '%j is no slug, which names cookies',
  (slug) => {
    expect(() => defineProduct({ ...stated, slug })).toThrow(
      `product.ts: slug is ${JSON.stringify(slug)}, not`,
    );
  },
);
