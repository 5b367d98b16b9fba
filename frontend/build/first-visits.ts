/** What the first visit of a page needs, beside what every page does. */
export interface FirstVisit {
  /** As routes are written: `/app/books/:id`. */
  address: string;
  /** Its modules, seen from the frontend's folder. */
  modules: string[];
  /** The namespaces of its texts. */
  texts: string[];
  /** The call for its first data, with the parameters of the address in it. */
  data?: string;
  /** Parameters of that call which come from the query of the page's address, each with its name there. */
  asked?: Record<string, string>;
}

const login = { modules: ['login/login-layout.tsx'], texts: ['common', 'login'] };
const app = { modules: ['app/app-layout.tsx'], texts: ['common', 'app'] };

/** A page inside the manager's frame. */
const manager = (page: string, ...texts: string[]): Pick<FirstVisit, 'modules' | 'texts'> => ({
  modules: ['manager/manager.tsx', page],
  texts: ['common', 'manager', ...texts],
});

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
  },
  { address: '/manager/dashboard', ...manager('manager/dashboard/dashboard-page.tsx') },
  { address: '/manager/account', ...manager('account/account-page.tsx', 'account') },
  { address: '/manager/:resource', ...manager('manager/list/list-page.tsx') },
  { address: '/manager/:resource/new', ...manager('manager/form/create-page.tsx', 'errors') },
  { address: '/manager/:resource/:id', ...manager('manager/show/show-page.tsx') },
  { address: '/manager/:resource/:id/update', ...manager('manager/form/update-page.tsx', 'errors') },
  // Anywhere else there is only an error to tell of, which every visit can.
  { address: '/*', modules: [], texts: ['common'] },
];
