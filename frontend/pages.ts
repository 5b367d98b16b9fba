import { type Page, type Pages, productPages } from '#contract/pages.ts';
import type { Namespace, TextKey } from './i18n/keys.ts';

/** A page whose texts exist: its namespaces and title are checked by the compiler. */
export interface TypedPage extends Page {
  readonly namespaces?: readonly Namespace[];
  readonly title?: TextKey;
}

/** The pages of a feature of the app, which `frontend/app/<feature>/pages.ts` exports as default. */
export type FeaturePages = Readonly<Record<`/app/${string}`, TypedPage & { readonly area: 'app' }>>;

/** The pages of an extension, which `frontend/extensions/<resource>/pages.ts` exports as default. */
export type ExtensionPages = Readonly<
  Record<
    `/app/${string}` | `/manager/${string}`,
    TypedPage & { readonly area: 'app' | 'manager'; readonly resource: string }
  >
>;

const others = import.meta.glob<FeaturePages | ExtensionPages>('./{app,extensions}/*/pages.ts', {
  eager: true,
  import: 'default',
});

/** All pages in the browser. `contract/read-pages.ts` has the same ones for Node.js. */
export const pages: Readonly<Record<string, TypedPage>> = Object.assign(
  {},
  productPages satisfies Pages & Record<string, TypedPage>,
  ...Object.values(others),
);
