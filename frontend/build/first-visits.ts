import type { Language } from '#contract/init.ts';
import type { KindName, Resource } from '#contract/schema/index.ts';
import resources from '#resources.config';

/** The modules and namespaces that a part of the product needs, in addition to those of every page. */
export interface Part {
  /** Module paths, relative to the frontend folder. */
  modules: string[];
  /** Namespaces of the translations. */
  texts: string[];
}

/** What the first visit of a page loads. Its calls contain the route parameters of the address. */
export interface FirstVisit extends Part {
  /** The route pattern, such as `/app/books/:id`. */
  address: string;
  /** Modules that are needed in one language only, by import specifier. */
  modulesIn?: Partial<Record<Language, string>>;
  /** The field kinds of the page's form, whose inputs are preloaded. */
  inputs?: KindName[];
  /** The call for the initial data, whose response the server embeds in the document. */
  data?: string;
  /** Maps parameters of the `data` call to the query parameters of the page that provide their values. */
  asked?: Record<string, string>;
  /** Calls that the page's modules make, which the server preloads. */
  calls?: string[];
  /** Further calls, made only when `:id` is not the visitor's own id. */
  callsAboutOthers?: string[];
  /** The resource of a list page: the server preloads the call for the rows that the URL selects. */
  list?: string;
}

/** Parts that some visitors need on any page: the onboarding of new users, and the impersonation banner. */
export const extras = {
  onboarding: { modules: ['login/onboarding.tsx'], texts: ['login'] },
  impersonation: { modules: ['session/impersonation-banner.tsx'], texts: [] },
} satisfies Record<string, Part>;

const login = { modules: ['login/login-layout.tsx'], texts: ['common', 'login'] };
const app = { modules: ['app/app-layout.tsx'], texts: ['common', 'app'] };
const sessions = '?_start=0&_end=5';

/** Returns a page inside the manager's layout. */
const manager = (page: string, ...texts: string[]): Part => ({
  modules: ['manager/manager.tsx', page],
  texts: ['common', 'manager', ...texts],
});

const form = (page: string, { fields }: Resource) => ({
  ...manager(page, 'errors'),
  modulesIn: {
    fr: 'antd/es/locale/fr_FR',
    ar: 'antd/es/locale/ar_EG',
    sw: 'manager/antd/swahili.ts',
  },
  inputs: [...new Set(Object.values(fields).map(({ kind }) => kind))],
});

/** Returns the generated pages of a resource. */
const pagesOf = (resource: Resource): FirstVisit[] => {
  const list = `/manager/${resource.name}`;
  const record = `/api/${resource.name}/:id`;
  const show = manager('manager/show/show-page.tsx');
  return [
    { address: list, ...manager('manager/list/list-page.tsx'), list: resource.name },
    { address: `${list}/new`, ...form('manager/form/create-page.tsx', resource) },
    { address: `${list}/:id`, ...show, calls: [record, `${record}/history`] },
    { address: `${list}/:id/update`, ...form('manager/form/update-page.tsx', resource), calls: [record] },
  ];
};

/** The panels that manager/overrides.ts adds to a user's page. */
const panels = {
  modules: ['manager/users/account-status-panel.tsx', 'manager/users/sessions-panel.tsx'],
  texts: ['account'],
  callsAboutOthers: [`/api/users/:id/sessions${sessions}`],
};

const withPanels = (visit: FirstVisit): FirstVisit =>
  visit.address === '/manager/users/:id'
    ? {
        ...visit,
        ...panels,
        modules: [...visit.modules, ...panels.modules],
        texts: [...visit.texts, ...panels.texts],
      }
    : visit;

/**
 * Every page, in matching order. The server sends preload links for its files and calls with the document,
 * which avoids request waterfalls.
 */
export const firstVisits: FirstVisit[] = [
  { ...login, address: '/login', modules: [...login.modules, 'login/login-page.tsx'] },
  { ...login, address: '/login/verify', modules: [...login.modules, 'login/verify-page.tsx'] },
  { ...login, address: '/login/error', modules: ['login/login-error-page.tsx'] },
  { ...app, address: '/app', modules: [...app.modules, 'app/home-page.tsx'] },
  {
    ...app,
    address: '/app/books',
    modules: [...app.modules, 'app/books/books-page.tsx'],
    data: '/api/books?_start=0&_end=20&_sort=title&_order=asc',
    asked: { q: 'searchTerm' },
  },
  {
    ...app,
    address: '/app/books/:id',
    modules: [...app.modules, 'app/books/book-page.tsx'],
    data: '/api/books/:id',
  },
  {
    address: '/app/account',
    modules: [...app.modules, 'account/account-page.tsx'],
    texts: [...app.texts, 'account'],
    calls: [`/api/account/sessions${sessions}`],
  },
  {
    address: '/manager/dashboard',
    ...manager('manager/dashboard/dashboard-page.tsx'),
    calls: ['/api/dashboard'],
  },
  {
    address: '/manager/account',
    ...manager('account/account-page.tsx', 'account'),
    calls: [`/api/account/sessions${sessions}`],
  },
  ...Object.values<Resource>(resources).flatMap(pagesOf).map(withPanels),
  // Unknown resources are handled by the same pages.
  { address: '/manager/:resource', ...manager('manager/list/list-page.tsx') },
  { address: '/manager/:resource/new', ...manager('manager/form/create-page.tsx', 'errors') },
  { address: '/manager/:resource/:id', ...manager('manager/show/show-page.tsx') },
  { address: '/manager/:resource/:id/update', ...manager('manager/form/update-page.tsx', 'errors') },
  // Any other URL shows an error page, which is part of every visit.
  { address: '/*', modules: [], texts: ['common'] },
];
