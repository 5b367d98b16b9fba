/*
 * What the product is called and how it looks. Pages, mails, cookies, icons, the manifest and the API documentation
 * read this file (`import * as product from '#product'`); nothing else states a name or a colour of the brand.
 */

/** The name that users read. */
export const name: string = 'Bindery';

/** Prefix of cookie names and the name of the database's clients: lower-case letters, digits and hyphens. */
export const slug: string = 'bindery';

/** One sentence, for search engines and for the dialog that installs the app. */
export const description: string = 'A catalogue of books to browse, and a manager to run it.';

/** The icon: an SVG path on 32 × 32 units, drawn as a line in `accentInk` on a tile of `accent`. */
export const icon: string =
  'M16 10.5c-2.2-1.7-5-2.3-8-2.3v13.6c3 0 5.8.6 8 2.3m0-13.6c2.2-1.7 5-2.3 8-2.3v13.6c-3 0-5.8.6-8 2.3m0-13.6v13.6';

/** Colours of the brand in one theme, as `#rrggbb`. `product.test.ts` checks that texts can be read on them. */
export interface Palette {
  /** Background of pages. */
  readonly paper: string;
  /** Buttons, links, and the icon. */
  readonly accent: string;
  /** The accent while the pointer is over it. */
  readonly accentHover: string;
  /** Texts on the accent. */
  readonly accentInk: string;
  /** Background of what is selected. */
  readonly accentSoft: string;
}

/** The colours of the light and the dark theme. */
export const colors: { readonly light: Palette; readonly dark: Palette } = {
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
};
