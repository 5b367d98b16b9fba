import { directionOf } from '@bindery/contract/records/init.ts';
import i18next, { type FormatterModule } from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import { initReactI18next } from 'react-i18next';
import { backend } from './backend.ts';
import type { Namespace, TextKey, TextValues } from './keys.ts';
import { type Language, languages, matchLanguage } from './languages.ts';
import { RIGHT_TO_LEFT } from './right-to-left.ts';

const MONTH_IN_MINUTES = 43_200;

/**
 * The start of the cookie with the language of a visit, which ends with the browser and does not change the
 * choice.
 */
const VISIT = 'visit-language=';

const detector = new LanguageDetector();
let accountLanguage: Language | null | undefined;
let chosen: Language | undefined;

/** Returns the language of the page. */
export const currentLanguage = (): Language => i18next.language as Language;

/** Calls a function after every change of the language. Returns the unsubscribe function. */
export function onLanguageChange(listener: () => void): () => void {
  i18next.on('languageChanged', listener);
  return () => i18next.off('languageChanged', listener);
}

/** Returns the language that the visitor has chosen in a select since the page was loaded. */
export const chosenLanguage = (): Language | undefined => chosen;

/**
 * Detects the visitor's language and loads the namespaces that every page needs. Stores only an explicit
 * choice: the browser's preference or a choice on another device may change until the next visit. The
 * language of a link (`?lng=`) applies to the visit and is not a choice, because any person can send a link.
 * @throws Error if the locale files cannot be loaded after all retries.
 */
export async function initI18n(language?: Language | null): Promise<void> {
  accountLanguage = language;
  detector.addDetector({ name: 'account', lookup: () => accountLanguage ?? undefined });
  detector.addDetector({ name: 'visit', lookup: () => document.cookie.split(VISIT)[1]?.slice(0, 2) });
  i18next.on('languageChanged', () => {
    const current = currentLanguage();
    document.documentElement.lang = current;
    document.documentElement.dir = directionOf(current);
  });
  await i18next
    .use(detector)
    .use(backend)
    .use(formatter)
    .use(initReactI18next)
    .init({
      supportedLngs: Object.keys(languages),
      // The served page always uses a supported language, so English is not needed as a fallback.
      fallbackLng: false,
      load: 'languageOnly',
      ns: ['common'],
      defaultNS: 'common' as 'page',
      nsSeparator: '.',
      initAsync: false,
      interpolation: { escapeValue: false, alwaysFormat: true },
      missingInterpolationHandler: () => '',
      react: { useSuspense: false },
      detection: {
        order: [
          'querystring',
          'visit',
          'cookie',
          'localStorage',
          'sessionStorage',
          'account',
          'navigator',
          'htmlTag',
        ],
        caches: [],
        cookieMinutes: MONTH_IN_MINUTES,
        cookieOptions: { path: '/', sameSite: 'lax' },
        convertDetectedLanguage: (tag) => tag.toLowerCase().split(/[-_]/)[0]!,
      },
    });
  const requested = matchLanguage(new URLSearchParams(location.search).get('lng'));
  if (requested) setVisitLanguage(requested);
  assertLoaded(currentLanguage(), ['common']);
}

/** Changes to the account's saved language, unless another one was chosen in this browser. */
export async function followLanguage(language: Language): Promise<void> {
  accountLanguage = language;
  const detected = [detector.detect() ?? []].flat().map(matchLanguage);
  await show(chosen ?? detected.find((known) => known !== undefined) ?? 'en');
}

/**
 * Loads missing namespaces in the language of the page.
 * @throws Error if one cannot be loaded after all retries; the next call tries again.
 */
export async function loadNamespaces(...namespaces: Namespace[]): Promise<void> {
  const language = currentLanguage();
  const isKnown = (namespace: Namespace) => (i18next.options.ns as string[]).includes(namespace);
  if (namespaces.every(isKnown)) await reloadMissing(language, namespaces);
  else await i18next.loadNamespaces(namespaces);
  // The language may have changed while loading.
  if (language !== currentLanguage()) return loadNamespaces(...namespaces);
  assertLoaded(language, namespaces);
}

/**
 * Changes the language of the page and stores the choice, once all its locale files are loaded.
 * @throws Error if they cannot be loaded; the page remains in its language.
 */
export async function changeLanguage(to: Language): Promise<void> {
  await show(to);
  remember(to);
}

async function show(to: Language): Promise<void> {
  if (to === currentLanguage()) return;
  // i18next's own changeLanguage would also succeed for a language whose files failed to load.
  const namespaces = [...(i18next.options.ns as Namespace[])];
  await reloadMissing(to, namespaces);
  assertLoaded(to, namespaces);
  await i18next.changeLanguage(to);
}

/** Sets the language of the visit, which the server reads too; a choice ends it with an empty one. */
function setVisitLanguage(language: Language | '') {
  // biome-ignore lint/suspicious/noDocumentCookie: browsers without the Cookie Store API; the detector's cookies last a month
  document.cookie = `${VISIT}${language};path=/;SameSite=Lax`;
}

/** Stores a choice in the cookie, which the server reads too, and in the local storage. */
function remember(choice: Language) {
  chosen = choice;
  setVisitLanguage('');
  detector.cacheUserLanguage(choice, ['cookie', 'localStorage']);
}

/**
 * Loads missing namespaces, including failed ones, which i18next's own loadNamespaces and changeLanguage
 * never retry.
 */
async function reloadMissing(language: Language, namespaces: readonly Namespace[]) {
  const missing = namespaces.filter((namespace) => !i18next.hasResourceBundle(language, namespace));
  if (missing.length > 0) await i18next.reloadResources([language], missing);
}

function assertLoaded(language: Language, namespaces: readonly Namespace[]) {
  for (const namespace of namespaces)
    if (!i18next.hasResourceBundle(language, namespace))
      throw new Error(`Failed to load texts: ${language}/${namespace}.json`);
}

/**
 * Translates a key that is known only at run time. Returns the fallback, by default the key, if it does not
 * exist.
 */
export function translate(key: string, values?: TextValues, fallback = key): string {
  return i18next.t(key as TextKey, { ...values, defaultValue: fallback });
}

// First strong isolate … pop directional isolate: an email address or a title keeps its own direction in
// Arabic, and an Arabic name does not reorder an English sentence.
const isolate = (value: unknown) => `\u2068${value}\u2069`;

const isRightToLeft = (language: string | undefined) =>
  directionOf(matchLanguage(language) ?? 'en') === 'rtl';

/**
 * i18next formatter module: formats numbers in the language of the page. It wraps right-to-left values in
 * bidi isolates, and in a right-to-left language every other value.
 */
const formatter: FormatterModule = {
  type: 'formatter',
  init: () => {},
  add: () => {},
  addCached: () => {},
  format: (value: unknown, _format, language) => {
    if (typeof value === 'number') return new Intl.NumberFormat(language).format(value);
    const isIsolated = isRightToLeft(language) || RIGHT_TO_LEFT.test(String(value));
    return value !== undefined && isIsolated ? isolate(value) : (value as string);
  },
};
