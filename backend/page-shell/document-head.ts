import { escapeHtml } from '#backend/http/escape-html.ts';
import type { Language, PublicSettings } from '#contract/init.ts';
import { existingPages, type Pages } from '#contract/pages.ts';
import { pages as pageTable } from '#contract/read-pages.ts';
import type { Resource } from '#contract/schema/index.ts';
import { textsOf } from '#contract/texts/locale-files.ts';
import * as product from '#product';

/** What the document says of itself before any script has run. */
export interface DocumentHead {
  readonly title: string;
  /** Undefined for the description of the product. */
  readonly description: string | undefined;
}

interface HeadOptions {
  readonly resources: Readonly<Record<string, Resource>>;
  readonly pages?: Pages | undefined;
  readonly environment: PublicSettings['environment'];
  /** Reads the texts anew for every page, while they are being written. */
  readonly isHot?: boolean | undefined;
}

/**
 * Returns a function that tells the title and the description of the page at a path, in a language: search engines and
 * previews of links read them without running a script. The title is composed as `frontend/layout/page-title.ts` does.
 */
export function createDocumentHead({
  resources,
  pages = pageTable,
  environment,
  isHot = false,
}: HeadOptions): (path: string, language: Language) => DocumentHead {
  const stated = Object.entries(existingPages(pages, resources)).map(([address, page]) => ({
    pattern: new RegExp(`^${address.replaceAll(/:\w+/g, '[^/]+')}/?$`),
    page,
  }));
  const known = new Map<Language, ReadonlyMap<string, string>>();
  const textsIn = (language: Language) => {
    const texts = (isHot ? undefined : known.get(language)) ?? textsOf(language);
    known.set(language, texts);
    return texts;
  };
  const prefix = environment && [environment.emoji, environment.name].filter(Boolean).join(' ');
  return (path, language) => {
    const page = stated.find(({ pattern }) => pattern.test(path))?.page;
    const textOf = (key: string | undefined) =>
      key === undefined ? undefined : (textsIn(language).get(key) ?? textsIn('en').get(key));
    return {
      title: [prefix, textOf(page?.title), product.name].filter(Boolean).join(' · '),
      description: textOf(page?.description),
    };
  };
}

const TITLE_PLACE = /<title>[^<]*<\/title>/;
const DESCRIPTION_PLACE = /(<meta name="description" content=")[^"]*(")/;

/** Writes a title and a description into the HTML of a page. */
export const withHead = (html: string, { title, description }: DocumentHead): string => {
  const titled = html.replace(TITLE_PLACE, () => `<title>${escapeHtml(title)}</title>`);
  if (description === undefined) return titled;
  return titled.replace(
    DESCRIPTION_PLACE,
    (_, open: string, close: string) => open + escapeHtml(description) + close,
  );
};
