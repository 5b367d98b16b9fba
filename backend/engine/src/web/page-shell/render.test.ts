import type { Init } from '@bindery/contract/records/init.ts';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { logger } from '#backend/logging/logger.ts';
import { createRender, type Rendering } from './render.ts';

const warn = vi.spyOn(logger, 'warn');
beforeEach(() => {
  warn.mockReset().mockImplementation(() => {});
});
afterAll(() => warn.mockRestore());

const SETTINGS: Init['settings'] = {
  baseUrl: 'https://books.example',
  isDemo: false,
  demoAccounts: undefined,
  supportUrl: '',
  environment: null,
  signUp: true,
  providers: [],
  captchaSiteKey: null,
  outbox: true,
  codeMinutes: 5,
  resendSeconds: 30,
  codeTries: 3,
};

const init = (name: string | null): Init => ({
  settings: SETTINGS,
  language: 'en',
  session: name === null ? null : sessionOf(name),
});

const sessionOf = (name: string): Init['session'] => ({
  id: name,
  expiresAt: '2030-01-01T00:00:00Z',
  rights: {},
  impersonatedBy: null,
  impersonatorName: null,
  user: {
    id: name,
    email: `${name}@example.com`,
    emailVerified: true,
    name,
    role: 'user',
    onboardedAt: '2026-01-01T00:00:00Z',
    language: null,
    theme: null,
  },
});

const visit = (name: string | null, url = '/app') => ({
  page: '/app',
  url,
  init: init(name),
  first: [],
  device: { isPhone: false, isApple: false },
});

const renderAllWith = (code: string) => createRender({ code, textsAt: () => Buffer.from('{"a":"text"}') });

/** Returns a function that returns only the HTML of a page. */
const renderWith = (code: string) => {
  const render = renderAllWith(code);
  return async (given: Rendering) => (await render(given))?.html;
};

/**
 * Keeps the visitor in a module, in a global and in storage, as pages may do, and waits before it reads them
 * again.
 */
const STATEFUL = `
  let count = 0;
  let name;
  globalThis.shared = (globalThis.shared ?? 0) + 1;
  exports.render = async () => {
    count += 1;
    name = JSON.parse(document.getElementById('init').textContent).session?.user.name;
    document.cookie = 'name=' + name;
    await new Promise((resolve) => setTimeout(resolve, 5));
    await Promise.resolve();
    return [name, document.cookie, count, globalThis.shared].join(' ');
  };`;

describe('a rendered document', () => {
  it('contains nothing of another visitor, whose document is rendered at the same time', async () => {
    const render = renderWith(STATEFUL);
    for (let round = 0; round < 20; round++) {
      const names = ['Ada', 'Grace', 'Mary'];
      const rendered = await Promise.all(names.map((name) => render(visit(name))));
      expect(rendered).toEqual(names.map((name) => `${name} name=${name} 1 1`));
    }
    expect('shared' in globalThis).toBe(false);
  });

  it('gets its address, its data and the texts of the build', async () => {
    const render = renderWith(`exports.render = async () => {
      const texts = await (await globalThis.preloads.get('/assets/en-1.json')).json();
      return [location.href, document.getElementById('first-data').textContent, texts.a].join(' ');
    };`);
    const data = [{ url: '/api/books', data: [] }];
    expect(await render({ ...visit('Ada', '/app/books?q=a'), first: data })).toBe(
      `https://books.example/app/books?q=a ${JSON.stringify(data)} text`,
    );
  });

  it('is cached only for visitors without a session, by address', async () => {
    const render = renderWith('exports.render = async () => String(performance.now());');
    expect(await render(visit(null, '/login'))).toBe(await render(visit(null, '/login')));
    expect(await render(visit(null, '/login'))).not.toBe(await render(visit(null, '/login?lng=fr')));
    expect(await render(visit('Ada'))).not.toBe(await render(visit('Ada')));
  });
});

describe('a page that depends on the browser', () => {
  const code = `exports.render = async () => JSON.stringify([
    matchMedia('screen and (width < 768px)').matches,
    matchMedia('(width < 1400px)').matches,
    localStorage.getItem('density') ?? sessionStorage.getItem('last list'),
    /Mac/.test(navigator.platform),
  ]);`;

  it.each([
    [{ isPhone: true, isApple: true }, true],
    [{ isPhone: false, isApple: false }, false],
  ])('is rendered with what the request says of it: %j', async (device, isNarrow) => {
    const render = renderAllWith(code);
    expect(await render({ ...visit('Ada'), device })).toEqual({
      html: JSON.stringify([isNarrow, true, null, device.isApple]),
      assumed: {
        media: { 'screen and (width < 768px)': isNarrow, '(width < 1400px)': true },
        local: ['density'],
        session: ['last list'],
        isApple: device.isApple,
      },
    });
  });

  it('is cached for each kind of browser', async () => {
    const render = renderWith(code);
    const phone = { ...visit(null, '/login'), device: { isPhone: true, isApple: false } };
    expect(await render(visit(null, '/login'))).toContain('[false');
    expect(await render(phone)).toContain('[true');
  });
});

describe('a page is left to the browser', () => {
  it.each([
    ['the time', 'new Date()'],
    ['the time zone', 'new Date(0).getHours()'],
    ['the time zone', "new Intl.DateTimeFormat('en').format(0)"],
    ['the stored values', 'sessionStorage.length'],
    ['the theme', "localStorage.getItem('theme')"],
    ['the colours of the system', "matchMedia('(prefers-color-scheme: dark)').matches"],
    ['the system', 'navigator.hardwareConcurrency'],
    ['the document', "document.querySelector('h1')"],
    ['a response that is not preloaded', "fetch('/api/books')"],
  ])('if it reads %s: %s', async (_, expression) => {
    const render = renderWith(`exports.render = async () => String(${expression});`);
    expect(await render(visit('Ada'))).toBeUndefined();
  });

  it('but not if it reads dates and numbers that every browser has', async () => {
    const render = renderWith(`exports.render = async () =>
      new Date('2026-01-02T00:00:00Z').toISOString() + Intl.NumberFormat('en').format(1000) + navigator.onLine;`);
    expect(await render(visit('Ada'))).toBe('2026-01-02T00:00:00.000Z1,000true');
  });

  it('if it never ends, and when many others are being rendered', async () => {
    const render = renderWith('exports.render = () => new Promise(() => {});');
    expect(await Promise.all(Array.from({ length: 6 }, () => render(visit('Ada'))))).toEqual(
      Array.from({ length: 6 }),
    );
  });

  it('or rendered without what fails later, which does not end the process', async () => {
    // Those of the test runner count each of these as an error.
    const others = process.listeners('unhandledRejection');
    process.removeAllListeners('unhandledRejection');
    vi.resetModules();
    const { logger: log } = await import('#backend/logging/logger.ts');
    const warned = vi.spyOn(log, 'warn').mockImplementation(() => {});
    const { createRender: create } = await import('./render.ts');
    const render = create({
      code: `exports.render = async () => {
        (async () => { await null; throw new Error('rejected'); })();
        setTimeout(() => { throw new Error('thrown'); }, 1);
        queueMicrotask(() => { throw new Error('thrown'); });
        await new Promise((resolve) => setTimeout(resolve, 10));
        return 'page';
      };`,
      textsAt: () => undefined,
    });
    expect(await render(visit('Ada'))).toEqual({ html: 'page', assumed: undefined });
    expect(warned).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ err: expect.objectContaining({ message: 'rejected' }) }),
      expect.any(String),
    );
    process.removeAllListeners('unhandledRejection');
    for (const listener of others) process.on('unhandledRejection', listener);
  });

  it('which is reported once for each reason', async () => {
    const render = renderWith('exports.render = async () => { throw new Error(location.search); };');
    for (const url of ['/app?a', '/app?a', '/app?b']) await render(visit('Ada', url));
    expect(warn).toHaveBeenCalledTimes(2);
    expect(warn).toHaveBeenCalledWith(expect.objectContaining({ page: '/app' }), expect.any(String));
  });
});
