import type { ChangedProduct } from '@bindery/contract/api/developers/pages.ts';
import i18next from 'i18next';

/** Shows the name and the colours of a changed `product.ts` on the open page, which keeps its state. */
export function showProduct({ styles }: Pick<ChangedProduct, 'styles'>): void {
  const colors = new CSSStyleSheet();
  colors.replaceSync(styles);
  // They come after the style sheets of the document, which has the former colours.
  document.adoptedStyleSheets = [colors];
  for (const icon of document.querySelectorAll<HTMLLinkElement>('link[rel=icon]'))
    icon.href = `/icons/icon.svg?${Date.now()}`;
  // Renders whatever has texts again, and thereby whatever has the name, which `virtual:bindery/product` has.
  i18next.emit('languageChanged', i18next.language);
}
