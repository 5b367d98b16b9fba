/*
 * What pages import of the product: see build/product-modules.ts. Files are named by their paths from the
 * folder `frontend` or, for the engine's, from its sources: `./extensions/books/pages.ts`.
 */

declare module 'virtual:bindery/product' {
  export const name: string;
  export const slug: string;
  export const icon: string;
}

declare module 'virtual:bindery/api' {
  export const api: import('./shell/http/api.ts').Api;
}

declare module 'virtual:bindery/resource-routes' {
  const routes: Readonly<Record<string, string>>;
  export default routes;
}

declare module 'virtual:bindery/resources' {
  const resources: import('@bindery/contract/schema/index.ts').AllResources;
  export default resources;
}

declare module 'virtual:bindery/pages' {
  const pages: Readonly<Record<string, import('./shell/pages.ts').ExtensionPages>>;
  export default pages;
}

declare module 'virtual:bindery/page-modules' {
  /** Each is a separate chunk. */
  const modules: Readonly<Record<string, () => Promise<import('./routes.tsx').PageModule>>>;
  export default modules;
}

declare module 'virtual:bindery/slot-modules' {
  const modules: Readonly<Record<string, () => Promise<unknown>>>;
  export default modules;
}

declare module 'virtual:bindery/unthemed-slots' {
  /** The components of extensions that use nothing of antd, such as `books/manager/cover.tsx`. */
  const names: readonly string[];
  export default names;
}

declare module 'virtual:bindery/slots' {
  const slots: Readonly<Record<string, import('@bindery/contract/api/manager-slots.ts').ManagerSlots>>;
  export default slots;
}

declare module 'virtual:bindery/icons' {
  const icons: Readonly<Record<string, import('./manager/overrides.ts').ExtensionIcons>>;
  export default icons;
}

declare module 'virtual:bindery/restrictions' {
  const restrictions: Readonly<Record<string, import('./manager/overrides.ts').RestrictRecord>>;
  export default restrictions;
}

declare module 'virtual:bindery/features' {
  const features: Readonly<Record<string, import('./app/feature.ts').AppFeature>>;
  export default features;
}

declare module 'virtual:bindery/home-sections' {
  const sections: Readonly<Record<string, import('react').ComponentType>>;
  export default sections;
}

declare module 'virtual:bindery/drawings' {
  const drawings: Readonly<Record<string, import('react').ComponentType>>;
  export default drawings;
}

declare module 'virtual:bindery/field-kinds' {
  const kinds: Readonly<Record<string, import('./manager/fields/base/field.ts').FieldKind>>;
  export default kinds;
}

declare module 'virtual:bindery/locales' {
  /**
   * The names of locale files. The entry point is part of each program this way: an extension may declare its
   * texts in it, even if no file of the product imports it.
   */
  export type Namespace = import('./entry-points/i18n.ts').Namespace;

  /** The addresses of locale files: `fr/manager`. */
  const locales: Readonly<Record<string, string>>;
  export default locales;
}
