import { defineProduct } from '@bindery/contract/product';
import type resources from '#resources.config';

/**
 * The name and look of the product. Pages, emails, cookies, icons, the manifest and the API documentation
 * read this file; nothing else states a name or a colour of the brand. Without `icon`, an SVG path, the icon
 * is the first letter of the name. Of the colours, `colors.light.accent` suffices: the others, of both
 * themes, follow it unless they are stated. `product.test.ts` checks that texts can be read.
 */
export default defineProduct({
  name: 'Bindery',
  slug: 'bindery',
  description: 'A catalogue of books to browse, and a manager to run it.',
  icon: 'M11 7.5h10.5a2 2 0 0 1 2 2v13a2 2 0 0 1-2 2H11a2 2 0 0 1-2-2v-13a2 2 0 0 1 2-2m3 0v17m-5-12.3h5m-5 7.6h5',
  colors: {
    light: {
      paper: '#faf7f4',
      accent: '#7b2d5f',
      accentHover: '#652350',
      accentInk: '#ffffff',
      accentSoft: '#f6e9f1',
    },
    dark: {
      paper: '#171319',
      accent: '#e3a1c9',
      accentHover: '#efbfdc',
      accentInk: '#35102a',
      accentSoft: '#3b2334',
    },
  },
});

declare module '@bindery/contract/product' {
  interface Register {
    resources: typeof resources;
    routes: typeof import('#contract/extensions/index.ts');
    kinds: typeof import('#contract/extensions/field-kinds/index.ts');
  }
}
