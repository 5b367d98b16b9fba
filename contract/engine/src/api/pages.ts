/** The areas of the product. Each has an access rule and, except `public`, its own layout. */
export const areas = {
  /** For everybody, without a layout. */
  public: { access: 'everyone', namespaces: [] },
  login: { access: 'signedOut', namespaces: ['login'] },
  app: { access: 'signedIn', namespaces: ['app'] },
  manager: { access: 'managers', namespaces: ['manager'] },
} as const satisfies Record<string, Area>;

interface Area {
  /** Who may see the pages; others are redirected, or get 403 if they are signed in. */
  readonly access: 'everyone' | 'signedOut' | 'signedIn' | 'managers';
  /** The namespaces that all pages of the area need, in addition to `common`. */
  readonly namespaces: readonly string[];
}

/** The name of an area. */
export type AreaName = keyof typeof areas;

/** Browser permissions that a page may declare. */
export const permissions = ['camera', 'geolocation', 'microphone'] as const;

/** A page of the product. Routing, known paths, preloads, titles and the browser tests all read it. */
export interface PageDefinition {
  readonly area: AreaName;
  /** The module of the page, relative to `frontend`. It exports `Component`, and optionally a `loader`. */
  readonly component: string;
  /** The namespaces of the page's translations, in addition to `common` and those of the area. */
  readonly namespaces?: readonly string[];
  /** The translation key of the title. A page whose title depends on its content sets the title itself. */
  readonly title?: string;
  /** The translation key of the description in search results and link previews; the product's by default. */
  readonly description?: string;
  /** The page exists only while resources.config.ts has this resource. */
  readonly resource?: string;
  /** The right that the page requires besides the rule of its area; without it, visitors get 403. */
  readonly right?: readonly [resource: string, action: string];
  /**
   * Makes a page of the area `public` require a session: visitors are sent to the login page, which leads
   * back. A page with a `right` always requires one.
   */
  readonly signedIn?: true;
  /** The title of the page's group in the manager's menu. In the app `tabs`: its texts include a tab's. */
  readonly menu?: string;
  /**
   * The browser permissions that the page uses, such as the camera. If any page declares one, every document
   * allows it, because visitors move between pages within one document.
   */
  readonly permissions?: readonly (typeof permissions)[number][];
  /** The browser renders the page on a first visit too: it depends on what the server does not know. */
  readonly inBrowser?: true;
  /** The kind of a generated page, which decides what else is preloaded. */
  readonly generated?: 'list' | 'form' | 'record' | 'import';
  /** The call for the initial data, whose response the server embeds in the document. */
  readonly data?: string;
  /**
   * Maps parameters of the first call (of `data`, or else of `calls`) to the query parameters of the page
   * that provide their values. A page with other query parameters makes that call itself.
   */
  readonly queryParameters?: Readonly<Record<string, string>>;
  /** Calls of the page that the server preloads. They may contain route parameters. */
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
 * The pages of the product. The pages of an extension are in its folder,
 * `frontend/extensions/<resource>/pages.ts`, so that it can be added and removed as a whole. Any other path
 * gets 404. The preloads are in `read-pages.ts`, which browsers do not load.
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
  // The generated pages. The resource's name is a parameter, so that visitors need not load the config.
  '/manager/:resource': { area: 'manager', component: 'manager/list/list-page.tsx' },
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
  '/manager/:resource/:id': { area: 'manager', component: 'manager/show/show-page.tsx' },
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
