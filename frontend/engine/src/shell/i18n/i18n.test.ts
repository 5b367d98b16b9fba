// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

type I18n = typeof import('./i18n.ts');

/** The requested locale files, as `fr/login`. */
let requested: string[];
/** Locale files (`fr/login`) for which the server responds with an error. */
const broken = new Set<string>();
let i18n: I18n;

const serve = async (address: string | URL | Request) => {
  const [, file] = /locales\/(\w+\/\w+)\.json/.exec(String(address)) ?? [];
  requested.push(file!);
  if (broken.has(file!)) return new Response('', { status: 503 });
  return new Response(readFileSync(join(import.meta.dirname, `../../locales/${file}.json`), 'utf8'));
};

beforeEach(async () => {
  requested = [];
  broken.clear();
  vi.stubGlobal('fetch', vi.fn(serve));
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['de-DE', 'fr-CA']);
  // Each test is a separate visit: i18next and its language are module state.
  vi.resetModules();
  i18n = await import('./i18n.ts');
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
  setCookie('i18next=; max-age=0; path=/');
  document.documentElement.lang = 'en';
  history.replaceState(null, '', '/');
});

const setCookie = (cookie: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
  document.cookie = cookie;
};

/** Starts a new visit with the existing cookies and storage. */
const visit = async (account?: 'fr' | 'sw') => {
  vi.resetModules();
  i18n = await import('./i18n.ts');
  await i18n.initI18n(account);
  return i18n.currentLanguage();
};

test('the URL takes precedence, then cookie, local storage, session storage, account and browser', async () => {
  expect(await visit()).toBe('fr');
  expect(await visit('sw')).toBe('sw');
  sessionStorage.setItem('i18nextLng', 'en');
  expect(await visit('sw')).toBe('en');
  localStorage.setItem('i18nextLng', 'ar');
  expect(await visit('sw')).toBe('ar');
  setCookie('i18next=sw; path=/');
  expect(await visit('fr')).toBe('sw');
  history.replaceState(null, '', '/?lng=ar');
  expect(await visit('fr')).toBe('ar');
});

test('only a choice in a select is stored; the language of a link applies to the visit', async () => {
  await visit('sw');
  expect(document.cookie).not.toContain('i18next');
  await i18n.changeLanguage('ar');
  expect(document.cookie).toContain('i18next=ar');
  expect(i18n.chosenLanguage()).toBe('ar');
  history.replaceState(null, '', '/?lng=fr');
  expect(await visit('sw')).toBe('fr');
  expect(i18n.chosenLanguage()).toBeUndefined();
  history.replaceState(null, '', '/');
  expect(await visit('sw')).toBe('fr');
  expect(localStorage.getItem('i18nextLng')).toBe('ar');
  // The choice remains, with its month, for the next visit.
  expect(document.cookie).toContain('i18next=ar');
  await i18n.followLanguage('sw');
  expect(i18n.currentLanguage()).toBe('fr');
  await i18n.changeLanguage('en');
  expect(await visit('sw')).toBe('en');
});

test('the language of the signed-in account is applied, unless another one was chosen here', async () => {
  await visit();
  await i18n.followLanguage('sw');
  expect(i18n.currentLanguage()).toBe('sw');
  await i18n.changeLanguage('ar');
  await i18n.followLanguage('sw');
  expect(i18n.currentLanguage()).toBe('ar');
});

test('an unsupported language is ignored', async () => {
  history.replaceState(null, '', '/?lng=constructor');
  await i18n.initI18n();
  expect(i18n.currentLanguage()).toBe('fr');
});

test('the page has the text direction of its language', async () => {
  await i18n.initI18n('ar');
  expect(document.documentElement.dir).toBe('rtl');
  expect(document.documentElement.lang).toBe('ar');
});

test('values are isolated in Arabic, and numbers are formatted for the language', async () => {
  await i18n.initI18n('ar');
  await i18n.loadNamespaces('app');
  expect(i18n.translate('app.home.welcome', { name: 'Ada' })).toContain('\u2068Ada\u2069');
  expect(i18n.translate('x', { count: 1234 }, '{{count}}')).toBe(new Intl.NumberFormat('ar').format(1234));
  await i18n.changeLanguage('fr');
  expect(i18n.translate('x', { count: 1234 }, '{{count}}')).toMatch(/^1\s234$/u);
});

test('a right-to-left value is isolated in every language, so that it does not reorder the sentence', async () => {
  await i18n.initI18n('en');
  const text = (name: string) => i18n.translate('x', { name }, 'Saved by {{name}}, 2 minutes ago');
  expect(text('سعاد')).toBe('Saved by \u2068سعاد\u2069, 2 minutes ago');
  expect(text('\u202eevil')).toBe('Saved by \u2068\u202eevil\u2069, 2 minutes ago');
  expect(text('Ada')).toBe('Saved by Ada, 2 minutes ago');
});

test('a missing value becomes an empty text, and a missing key the fallback', async () => {
  await i18n.initI18n('en');
  await i18n.loadNamespaces('app');
  expect(i18n.translate('app.home.welcome')).not.toContain('{{');
  expect(i18n.translate('app.nothing.here')).toBe('app.nothing.here');
  expect(i18n.translate('app.nothing.here', undefined, 'fallback')).toBe('fallback');
});

test('a failed file is requested five more times, starting after 350 ms, and again by the next call', async () => {
  await i18n.initI18n('fr');
  vi.useFakeTimers();
  broken.add('fr/login');
  const outcome = expect(i18n.loadNamespaces('login')).rejects.toThrow('fr/login.json');
  await vi.advanceTimersByTimeAsync(350 * (1 + 2 + 4 + 8 + 16));
  await outcome;
  expect(requested.filter((file) => file === 'fr/login')).toHaveLength(6);

  broken.clear();
  await i18n.loadNamespaces('login');
  expect(i18n.translate('login.title')).not.toBe('login.title');
});

test('a language whose locale files cannot be loaded is not applied', async () => {
  await i18n.initI18n('en');
  vi.useFakeTimers();
  broken.add('sw/common');
  const outcome = expect(i18n.changeLanguage('sw')).rejects.toThrow('sw/common.json');
  await vi.advanceTimersByTimeAsync(350 * 31);
  await outcome;
  expect(i18n.currentLanguage()).toBe('en');
  expect(document.documentElement.lang).toBe('en');
});

test('a file is fetched once for concurrent calls', async () => {
  await i18n.initI18n('en');
  await Promise.all([i18n.loadNamespaces('app'), i18n.loadNamespaces('app')]);
  expect(requested.filter((file) => file === 'en/app')).toHaveLength(1);
});
