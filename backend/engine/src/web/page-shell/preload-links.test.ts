import type { PanelCall } from '@bindery/contract/api/manager-slots.ts';
import type { CurrentSession } from '@bindery/contract/records/init.ts';
import { createRights } from '@bindery/contract/records/rights.ts';
import type { Role } from '@bindery/contract/schema/index.ts';
import { lendingLibrary as resources } from '@bindery/contract/testing/lending-library.ts';
import { describe, expect, it } from 'vitest';
import { createPreloadLinks, type Visit } from './preload-links.ts';
import { resolvePage } from './redirects.ts';

const none = { scripts: [], styles: [], scriptsIn: {}, texts: {} };
const onboarding = { ...none, scripts: ['/assets/onboarding.js'] };
const pages = [
  {
    address: '/login',
    scripts: ['/assets/login.js'],
    styles: ['/assets/login.css'],
    scriptsIn: { ar: ['/assets/ar.js'] },
    texts: { fr: ['/assets/fr.json'], ar: ['/assets/ar.json'] },
  },
  {
    ...none,
    address: '/app/books',
    data: ['/api/books?_start=0&_end=20&_sort=title'],
    queryParameters: { q: 'searchTerm', _sort: '_sort' },
  },
  { ...none, address: '/app', data: ['/api/books?_end=6', '/api/genres'] },
  { ...none, address: '/app/books/:id', data: ['/api/books/:id'] },
  { ...none, address: '/manager/dashboard', scripts: ['/assets/dashboard.js'], calls: ['/api/dashboard'] },
  {
    ...none,
    address: '/manager/history',
    calls: ['/api/history?_batches=once'],
    queryParameters: { user: 'user', batch: 'batch' },
  },
  {
    ...none,
    address: '/manager/books',
    scripts: ['/assets/frame.js', '/assets/list.js'],
    firstScripts: ['/assets/frame.js'],
    list: 'books',
  },
  {
    ...none,
    address: '/manager/users/:id',
    calls: ['/api/users/:id'],
    panelCalls: [
      {
        path: '/api/users/:id/sessions?_start=0&_end=5',
        right: ['session', 'list'],
        exceptOfOneself: true,
      } satisfies PanelCall,
    ],
  },
  { ...none, address: '/manager/genres/:id', calls: ['/api/genres/:id'], related: 'genres' },
  { ...none, address: '/manager/branches/:id', calls: [], related: 'branches' },
  { ...none, address: '/*', texts: { fr: ['/assets/common.json'] } },
];
const impersonation = { ...none, scripts: ['/assets/banner.js'] };
const { links, firstCalls, renderedPage } = createPreloadLinks(
  { pages, onboarding, impersonation },
  resources,
);

const rightsOf = createRights(resources);
const session = (role: Role, onboardedAt: string | null = '2026-01-01T00:00:00.000Z') =>
  ({ user: { id: '7', role, onboardedAt }, rights: rightsOf[role] }) as CurrentSession;
const visit = (url: string, visitor: CurrentSession | null = session('admin')): Visit => ({
  url,
  language: 'fr',
  session: visitor,
  ...resolvePage(url, visitor),
});
const calls = (url: string, visitor?: CurrentSession) =>
  [...links(visit(url, visitor)).matchAll(/crossorigin="use-credentials" href="([^"]+)"/g)].map(
    ([, href]) => href,
  );

describe('the links of a page', () => {
  it('include styles, code and messages in the language of the visitor', () => {
    expect(links(visit('/login?redirect=/app', null))).toBe(
      '<link rel="stylesheet" crossorigin href="/assets/login.css">' +
        '<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/login.js">' +
        '<link rel="preload" as="fetch" crossorigin href="/assets/fr.json">',
    );
  });

  it('leave large scripts to the function of the document that preloads them in order', () => {
    const html = links(visit('/manager/books'));
    expect(html).toContain(
      '<script nonce="__NONCE__">preloadScripts([["/assets/frame.js"],["/assets/list.js"]])</script>',
    );
    expect(html).not.toContain('modulepreload');
  });

  it('include no other language', () => {
    const arabic = links({ ...visit('/login', null), language: 'ar' });
    expect(arabic).toContain('/assets/ar.json');
    expect(arabic).toContain('/assets/ar.js');
    expect(arabic).not.toContain('/assets/fr.json');
  });

  it('are those of the page that the visitor will see', () => {
    expect(links(visit('/manager'))).toContain('/assets/dashboard.js');
  });

  it('are only the common ones if the visit ends in an error', () => {
    const texts = '<link rel="preload" as="fetch" crossorigin href="/assets/common.json">';
    expect(links(visit('/no/such/page'))).toBe(texts);
    expect(links(visit('/manager/books', session('user')))).toBe(texts);
  });

  it('include the impersonation banner for an admin who impersonates a user', () => {
    const acting = { ...session('user'), impersonatedBy: '9' };
    expect(links(visit('/app/books', acting))).toContain('/assets/banner.js');
    expect(links(visit('/app/books'))).not.toContain('/assets/banner.js');
  });

  it('include onboarding for a new user, and no records yet', () => {
    const newcomer = links(visit('/manager', session('admin', null)));
    expect(newcomer).toContain('/assets/dashboard.js');
    expect(newcomer).toContain('/assets/onboarding.js');
    expect(newcomer).not.toContain('/api/');
  });
});

describe('the preloaded calls', () => {
  it("are the page's own calls, with the parameters of its URL", () => {
    expect(calls('/manager')).toEqual(['/api/dashboard']);
    expect(calls('/manager/books?searchTerm=poe&_sort=author&lng=fr')).toEqual([
      '/api/books?_end=20&amp;_order=asc&amp;_sort=author&amp;_start=0&amp;q=poe',
    ]);
  });

  it('have the filters of the URL, and omit the first call if another parameter may change it', () => {
    expect(calls('/manager/history')).toEqual(['/api/history?_batches=once']);
    expect(calls('/manager/history?batch=a+b&user=7')).toEqual([
      '/api/history?_batches=once&amp;user=7&amp;batch=a+b',
    ]);
    expect(calls('/manager/history?user=7&from=2026-11-22')).toEqual([]);
  });

  it('omit calls that a page makes only about other users', () => {
    expect(calls('/manager/users/8')).toEqual(['/api/users/8', '/api/users/8/sessions?_start=0&amp;_end=5']);
    expect(calls('/manager/users/7')).toEqual(['/api/users/7']);
    const desk = { ...session('admin'), rights: { ...rightsOf.admin, session: [] } };
    expect(calls('/manager/users/8', desk)).toEqual(['/api/users/8']);
  });

  it('of a record include the counts of related records, and those that are open at first unless there are many', () => {
    expect(calls('/manager/genres/7')).toEqual([
      '/api/genres/7',
      '/api/genres/7/related',
      '/api/books?_end=10&amp;_order=asc&amp;_sort=title&amp;_start=0&amp;genre=7',
    ]);
    expect(calls('/manager/branches/7')).toEqual(['/api/branches/7/related']);
  });

  it('cannot break out of the attribute', () => {
    expect(calls('/manager/books?searchTerm=%22%3E%3Cscript%3E')).toEqual([
      expect.stringContaining('q=%22%3E%3Cscript%3E'),
    ]);
  });
});

describe('a list of the manager', () => {
  const list = '/api/books?_end=20&_order=asc&_sort=title&_start=0';
  const url = '/manager/books';

  it('is rendered with the responses to its calls, which are not preloaded again', () => {
    expect(firstCalls(visit(url))).toEqual([list]);
    expect(links(visit(url))).toContain('href="/api/books?');
    expect(links(visit(url), [list])).not.toContain('/api/');
    expect(renderedPage(visit(url), [list])).toBe(url);
  });

  it('is left to the browser if a response is missing, and to the error page without the right', () => {
    expect(renderedPage(visit(url))).toBeUndefined();
    expect(firstCalls(visit(url, session('user')))).toEqual([]);
  });
});

describe('a record of the manager', () => {
  const url = '/manager/genres/7';
  const all = [
    '/api/genres/7',
    '/api/genres/7/related',
    '/api/books?_end=10&_order=asc&_sort=title&_start=0&genre=7',
  ];

  it('is rendered with the responses to all of its calls, which are not preloaded again', () => {
    expect(firstCalls(visit(url))).toEqual(all);
    expect(links(visit(url), all)).not.toContain('/api/');
    expect(renderedPage(visit(url), all)).toBe('/manager/genres/:id');
    for (const missing of all)
      expect(
        renderedPage(
          visit(url),
          all.filter((call) => call !== missing),
        ),
      ).toBeUndefined();
  });

  it('is not rendered, and reads nothing, if its parts need the browser', () => {
    const [inBrowser] = pages.flatMap((page) => (page.address === '/manager/genres/:id' ? [page] : []));
    const preloads = { pages: [{ ...inBrowser!, inBrowser: true as const }], onboarding, impersonation };
    const own = createPreloadLinks(preloads, resources);
    expect(own.firstCalls(visit(url))).toEqual([]);
    expect(own.renderedPage(visit(url), all)).toBeUndefined();
  });
});

describe('the call for the initial data of a page', () => {
  it('has the parameters of the URL', () => {
    expect(firstCalls(visit('/app/books/7?lng=fr'))).toEqual(['/api/books/7']);
    expect(firstCalls(visit('/app/books?lng=fr'))).toEqual(['/api/books?_start=0&_end=20&_sort=title']);
    expect(firstCalls(visit('/app/books?searchTerm='))).toEqual(['/api/books?_start=0&_end=20&_sort=title']);
    expect(firstCalls(visit('/app/books?searchTerm=%C3%A9t%C3%A9+%26'))).toEqual([
      '/api/books?_start=0&_end=20&_sort=title&q=%C3%A9t%C3%A9+%26',
    ]);
    expect(firstCalls(visit('/app/books?_sort=author'))).toEqual([
      '/api/books?_start=0&_end=20&_sort=author',
    ]);
    expect(firstCalls(visit('/app?searchTerm=x'))).toEqual(['/api/books?_end=6', '/api/genres']);
  });

  it('is not made by a page without data, nor for a new user', () => {
    expect(firstCalls(visit('/manager/dashboard'))).toEqual([]);
    expect(firstCalls(visit('/app/books', session('user', null)))).toEqual([]);
  });
});
