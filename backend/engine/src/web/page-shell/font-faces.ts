import type { Frontend } from './page.ts';

/** The element of index.html with the rules, as it is in the document of a build and of Vite. */
const FONTS = /<style[^>]* id="fonts"[^>]*>([^<]*)<\/style>/;

/**
 * Returns a function that reads the `@font-face` rules from the document of the pages, because only they have
 * the addresses of the files: for documents that the server composes itself.
 */
export const createFontFaces =
  ({ page }: Pick<Frontend, 'page'>): (() => Promise<string>) =>
  async () => {
    const visit = { url: '/', pathname: '/', isForbidden: false, language: 'en', session: null } as const;
    const [, rules = ''] = FONTS.exec(await page(visit, { isRendered: false, embedded: [] })) ?? [];
    return rules;
  };
