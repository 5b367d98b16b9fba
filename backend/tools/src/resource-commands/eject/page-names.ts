/** The pages that can be ejected: the slots of `manager.ts` with the same names. */
export const pageNames = ['list', 'show', 'create', 'update', 'form', 'import'] as const;

/** A page that can be ejected. */
export type PageName = (typeof pageNames)[number];

/** Other words for pages, as used in other products. */
const aliases: Readonly<Record<string, PageName>> = { edit: 'update', new: 'create', fields: 'form' };

/** Returns the page with a name; undefined if there is none. */
export const pageNamed = (name: string): PageName | undefined =>
  pageNames.find((known) => known === name) ?? (Object.hasOwn(aliases, name) ? aliases[name] : undefined);

/** The known words, for suggestions after an unknown one. */
export const pageWords: readonly string[] = [...pageNames, ...Object.keys(aliases)];

/** Returns the module of a page in the folder of its extension. */
export const moduleOf = (page: PageName) =>
  `manager/${page === 'form' ? 'form-fields' : `${page}-page`}.tsx` as const;
