import type { Language } from '#contract/init.ts';
import type { KindName, Resource } from '#contract/schema/index.ts';
import resources from '#resources.config';

/** What a part of the product needs, beside what every page does. */
export interface Part {
  /** Its modules, seen from the frontend's folder. */
  modules: string[];
  /** The namespaces of its texts. */
  texts: string[];
}

/** What the first visit of a page needs. The parameters of its address stand in its calls. */
export interface FirstVisit extends Part {
  /** As routes are written: `/app/books/:id`. */
  address: string;
  /** Modules that only visitors with this language need, as they are imported. */
  modulesIn?: Partial<Record<Language, string>>;
  /** The kinds of the fields of its form, whose inputs are loaded with it. */
  inputs?: KindName[];
  /** The call for its first data, which the server answers inside the page. */
  data?: string;
  /** Parameters of that call which come from the query of the page's address, each with its name there. */
  asked?: Record<string, string>;
  /** Calls that its modules will make, which the server announces. */
  calls?: string[];
  /** Such calls that are made only where `:id` is somebody else than the visitor. */
  callsAboutOthers?: string[];
  /** The resource whose list it is: the server announces the call for the rows that the address asks for. */
  list?: string;
}

/** What stands in place of any page for a newcomer, and above every page for an admin who acts as somebody else. */
export const extras = {
  onboarding: { modules: ['login/onboarding.tsx'], texts: ['login'] },
  impersonation: { modules: ['session/impersonation-banner.tsx'], texts: [] },
} satisfies Record<string, Part>;

const login = { modules: ['login/login-layout.tsx'], texts: ['common', 'login'] };
const app = { modules: ['app/app-layout.tsx'], texts: ['common', 'app'] };
const sessions = '?_start=0&_end=5';

/** A page inside the manager's frame. */
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

/** The generated pages of a resource. */
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

/** The panels that manager/pages.ts adds to a user's page. */
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
 * Every page, in the order in which an address is looked up. The server sends links to all of this along with the
 * document, so that nothing is found out one after the other.
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
  ...Object.values<Resource>(resources as unknown as Record<string, Resource>)
    .flatMap(pagesOf)
    .map(withPanels),
  // What is no resource is found out by the same pages.
  { address: '/manager/:resource', ...manager('manager/list/list-page.tsx') },
  { address: '/manager/:resource/new', ...manager('manager/form/create-page.tsx', 'errors') },
  { address: '/manager/:resource/:id', ...manager('manager/show/show-page.tsx') },
  { address: '/manager/:resource/:id/update', ...manager('manager/form/update-page.tsx', 'errors') },
  // Anywhere else there is only an error to tell of, which every visit can.
  { address: '/*', modules: [], texts: ['common'] },
];
