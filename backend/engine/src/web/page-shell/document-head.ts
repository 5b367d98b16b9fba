import type { PageDefinition } from '@bindery/contract/api/pages.ts';
import { product } from '@bindery/contract/api/product.ts';
import { joinTitle } from '@bindery/contract/api/texts/join-title.ts';
import { directionOf, type Language, type PublicSettings } from '@bindery/contract/records/init.ts';
import { labelOf } from '@bindery/contract/records/resources/labels.ts';
import type { AllResources, Resource } from '@bindery/contract/schema/index.ts';
import { escapeHtml } from '#backend/kernel/http/escape-html.ts';
import { pageTexts } from '#backend/kernel/page-texts.ts';

/** The document's metadata before any script has run. */
export interface DocumentHead {
  readonly title: string;
  /** Undefined for the description of the product. */
  readonly description: string | undefined;
  /** The heading of link previews for a public page; undefined for other pages. */
  readonly preview?: string;
}

/** The served page, in the language of the visitor. */
export interface ServedPage {
  /** Undefined for an error page. */
  readonly page?: PageDefinition | undefined;
  readonly language: Language;
  /** The embedded response to the page's `data`, for this visitor; undefined without one. */
  readonly data?: unknown;
}

interface HeadOptions {
  readonly resources: AllResources;
  readonly environment: PublicSettings['environment'];
  /** Reads the messages again for every page, for development. */
  readonly isHot?: boolean | undefined;
}

/**
 * Returns a function that determines the title and the description of a page, because search engines and link
 * previews read them without running a script. The title of a page about one record is its label, if the
 * visitor may read it, composed as `frontend/engine/src/shell/layout/page-title.ts` does.
 */
export function createDocumentHead({
  resources,
  environment,
  isHot = false,
}: HeadOptions): (served: ServedPage) => DocumentHead {
  const prefix = environment && [environment.emoji, environment.name].filter(Boolean).join(' ');
  return ({ page, language, data }) => {
    const resource = page && recordShownBy(page, resources);
    const textIn = (key: string, of: Language, fallback?: string) =>
      pageTexts(of, { isHot }).translate(key, {}, fallback);
    const textOf = (key: string | undefined) => key && textIn(key, language, textIn(key, 'en'));
    const own = (resource && labelIn(data, resource)) ?? textOf(page?.title);
    return {
      title: joinTitle([prefix, own, product().name], directionOf(language)),
      description: textOf(page?.description),
      ...(page?.area === 'public' && { preview: own ?? product().name }),
    };
  };
}

/** Returns the resource of a page about one record, whose `data` is a path such as `/api/books/:id`. */
function recordShownBy({ data = '' }: PageDefinition, resources: HeadOptions['resources']) {
  const [, name] = /^\/api\/(\w+)\/:\w+$/.exec(data) ?? [];
  return name !== undefined && Object.hasOwn(resources, name) ? resources[name] : undefined;
}

/** Returns an embedded record's label; undefined if the visitor may not read it or any part of its label. */
function labelIn(data: unknown, resource: Resource): string | undefined {
  if (typeof data !== 'object' || data === null || !('id' in data)) return undefined;
  const id = String(data.id);
  const label = labelOf(resource, { ...data, id });
  return label === id ? undefined : label;
}

const TITLE_PLACE = /<title>[^<]*<\/title>/;
const DESCRIPTION_PLACE = /(<meta name="description" content=")[^"]*(")/;

/** Writes a title and a description into the HTML of a page. */
export const withHead = (html: string, { title, description, preview }: DocumentHead): string => {
  const previewed = preview === undefined ? '' : openGraph({ title: preview, description });
  const titled = html.replace(TITLE_PLACE, () => `<title>${escapeHtml(title)}</title>${previewed}`);
  if (description === undefined) return titled;
  return titled.replace(
    DESCRIPTION_PLACE,
    (_, open: string, close: string) => open + escapeHtml(description) + close,
  );
};

/** Returns the metadata for link previews: <https://ogp.me>. */
const openGraph = ({ title, description }: Pick<DocumentHead, 'title' | 'description'>): string =>
  Object.entries({
    title,
    description: description ?? product().description,
    site_name: product().name,
    type: 'website',
  })
    .map(([property, content]) => `<meta property="og:${property}" content="${escapeHtml(content)}" />`)
    .join('');
