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
}

const login = { modules: ['login/login-layout.tsx'], texts: ['common', 'login'] };
const app = { modules: ['app/app-layout.tsx'], texts: ['common', 'app'] };

/**
 * The pages that strangers and readers land on. The server sends links to all of this along with the document,
 * so that nothing is found out one after the other.
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
];
