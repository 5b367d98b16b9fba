/** The parts of the product. Each has an access rule and, except `public`, a layout of its own. */
export const areas = {
  /** For everybody, without a layout. */
  public: { access: 'everyone', namespaces: [] },
  login: { access: 'signedOut', namespaces: ['login'] },
  app: { access: 'signedIn', namespaces: ['app'] },
  manager: { access: 'managers', namespaces: ['manager'] },
} as const satisfies Record<string, Area>;

interface Area {
  /** Who may see the pages; others are redirected, or get 403 if they have signed in. */
  readonly access: 'everyone' | 'signedOut' | 'signedIn' | 'managers';
  /** The namespaces that all pages of the area need, in addition to `common`. */
  readonly namespaces: readonly string[];
}

/** The name of an area. */
export type AreaName = keyof typeof areas;

/** What pages may ask the browser for only where some page says so. */
export const permissions = ['camera', 'geolocation', 'microphone'] as const;

/** A page of the product. Routes, known addresses, preloads, titles and the browser tests all read it. */
export interface PageDefinition {
  readonly area: AreaName;
  /** The module of the page, relative to `frontend`. It exports `Component`, and optionally a `loader`. */
  readonly component: string;
  /** The namespaces of the page's texts, in addition to `common` and those of the area. */
  readonly namespaces?: readonly string[];
  /** The key of the title. A page whose title depends on its content sets it itself. */
  readonly title?: string;
  /** The key of what search engines and previews of links say of it; without one, what they say of the product. */
  readonly description?: string;
  /** The page exists only while resources.config.ts has this resource. */
  readonly resource?: string;
  /** The right that the page asks for beside those of its area; without it the visitor gets 403. */
  readonly right?: readonly [resource: string, action: string];
  /**
   * The page of the area `public` is for signed-in users: visitors are sent to the login page, which leads back. A page with
   * a `right` is always so.
   */
  readonly signedIn?: true;
  /** The group of the manager's menu in which the page stands, by its title; in the app `tabs`: its texts are those of a tab. */
  readonly menu?: string;
  /**
   * What the page asks the browser for, such as the camera. Every document then allows it, because visitors go from page
   * to page within one; without such a page, none does.
   */
  readonly permissions?: readonly (typeof permissions)[number][];
  /** The kind of a generated page, which decides what else is preloaded. */
  readonly generated?: 'list' | 'form' | 'record' | 'import';
  /** The call for the initial data, whose response the server embeds in the document. */
  readonly data?: string;
  /**
   * Maps parameters of the first call, of `data` or else of `calls`, to the query parameters of the page that provide
   * their values. A page that has other query parameters too makes that one of `calls` itself.
   */
  readonly asked?: Readonly<Record<string, string>>;
  /** Calls that the page makes, which the server preloads. They contain route parameters of the address. */
  readonly calls?: readonly string[];
}

/** Pages by route pattern, such as `/app/books/:id`, in matching order. */
export type Pages = Readonly<Record<string, PageDefinition>>;

const account = {
  component: 'account/account-page.tsx',
  namespaces: ['account'],
  title: 'account.title',
} as const;

/**
 * The pages of the product. Those of an extension are in its folder, `frontend/extensions/<resource>/pages.ts`, so
 * that it can be added and removed as a whole. Any other address is answered with 404. What is
 * preloaded for them is in `page-preloads.ts`, which browsers need not load.
 */
export const productPages = {
  '/login': { area: 'login', component: 'sign-in/login-page.tsx' },
  '/login/verify': { area: 'login', component: 'sign-in/verify-page.tsx', title: 'login.verify.title' },
  '/login/error': { area: 'public', component: 'sign-in/login-error-page.tsx', namespaces: ['login'] },
  '/app': { area: 'app', component: 'app/home-page.tsx', title: 'app.home.title' },
  '/app/account': { area: 'app', ...account },
  '/manager/dashboard': { area: 'manager', component: 'manager/dashboard/dashboard-page.tsx' },
  '/manager/account': { area: 'manager', ...account, component: 'manager/account/account-page.tsx' },
  '/manager/history': { area: 'manager', component: 'manager/history/audit-page.tsx' },
  // The generated pages. The name of the resource is a parameter, so that visitors need not load the config.
  '/manager/:resource': {
    area: 'manager',
    component: 'manager/list/list-page.tsx',
  },
  '/manager/:resource/new': {
    area: 'manager',
    component: 'manager/form/create-page.tsx',
    namespaces: ['errors'],
  },
  '/manager/:resource/import': {
    area: 'manager',
    component: 'manager/csv/import-page.tsx',
    namespaces: ['csv', 'errors'],
  },
  '/manager/:resource/:id': {
    area: 'manager',
    component: 'manager/show/show-page.tsx',
  },
  '/manager/:resource/:id/update': {
    area: 'manager',
    component: 'manager/form/update-page.tsx',
    namespaces: ['errors'],
  },
} as const satisfies Pages;

/** Returns the pages whose resources exist. Generated pages, whose resource is a parameter, are included. */
export function existingPages(pages: Pages, resources: Readonly<Record<string, unknown>>): Pages {
  return Object.fromEntries(
    Object.entries(pages).filter(
      ([, { resource }]) => resource === undefined || Object.hasOwn(resources, resource),
    ),
  );
}
