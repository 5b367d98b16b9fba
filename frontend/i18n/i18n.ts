import i18next from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import { initReactI18next } from 'react-i18next';
import { backend } from './backend.ts';
import { formatter } from './formatter.ts';
import type { Namespace, TextKey, TextValues } from './keys.ts';
import { defaultLanguage, type Language, languages, matchLanguage } from './languages.ts';

const MONTH_IN_MINUTES = 43_200;

const detector = new LanguageDetector();
let accountLanguage: Language | null | undefined;
let chosen: Language | undefined;

/** The language of the page. */
export const currentLanguage = (): Language => i18next.language as Language;

/** The language that the visitor has chosen since the page was loaded, in its address or in a select. */
export const chosenLanguage = (): Language | undefined => chosen;

/**
 * Detects the visitor's language and loads the texts that every page needs. Only a choice is remembered: what the browser
 * prefers, or what another device chose, may be different the next time.
 *
 * @throws Error when the texts cannot be loaded after all retries.
 */
export async function initI18n(language?: Language | null): Promise<void> {
  accountLanguage = language;
  detector.addDetector({ name: 'account', lookup: () => accountLanguage ?? undefined });
  i18next.on('languageChanged', () => {
    const current = currentLanguage();
    document.documentElement.lang = current;
    document.documentElement.dir = languages[current].dir;
  });
  await i18next
    .use(detector)
    .use(backend)
    .use(formatter)
    .use(initReactI18next)
    .init({
      supportedLngs: Object.keys(languages),
      // The served page always names one of ours, so English need not be loaded beside the other languages.
      fallbackLng: false,
      load: 'languageOnly',
      ns: ['common'],
      defaultNS: 'common' as 'page',
      nsSeparator: '.',
      initAsync: false,
      maxRetries: 5,
      retryTimeout: 350,
      maxParallelReads: 10,
      interpolation: { escapeValue: false, alwaysFormat: true },
      missingInterpolationHandler: () => '',
      react: { useSuspense: false },
      detection: {
        order: ['querystring', 'cookie', 'localStorage', 'sessionStorage', 'account', 'navigator', 'htmlTag'],
        caches: [],
        cookieMinutes: MONTH_IN_MINUTES,
        cookieOptions: { path: '/', sameSite: 'lax' },
        convertDetectedLanguage: (tag) => tag.toLowerCase().split(/[-_]/)[0]!,
      },
    });
  const asked = matchLanguage(new URLSearchParams(location.search).get('lng'));
  if (asked) remember(asked);
  assertLoaded(currentLanguage(), ['common']);
}

/** Changes to the language kept in the account, unless another one was chosen in this browser. */
export async function followLanguage(language: Language): Promise<void> {
  accountLanguage = language;
  const detected = [detector.detect() ?? []].flat().map(matchLanguage);
  await show(chosen ?? detected.find((known) => known !== undefined) ?? defaultLanguage);
}

/**
 * Makes sure that these namespaces are loaded in the language of the page.
 *
 * @throws Error when one cannot be loaded after all retries; the next call tries again.
 */
export async function loadNamespaces(...namespaces: Namespace[]): Promise<void> {
  const language = currentLanguage();
  const isKnown = (namespace: Namespace) => (i18next.options.ns as string[]).includes(namespace);
  if (namespaces.every(isKnown)) await reloadMissing(language, namespaces);
  else await i18next.loadNamespaces(namespaces);
  // The language may have changed meanwhile.
  if (language !== currentLanguage()) return loadNamespaces(...namespaces);
  assertLoaded(language, namespaces);
}

/**
 * Changes the language of the whole page and remembers the choice, once all its texts are loaded.
 *
 * @throws Error when they cannot be loaded; the page keeps its language.
 */
export async function changeLanguage(to: Language): Promise<void> {
  await show(to);
  remember(to);
}

async function show(to: Language): Promise<void> {
  if (to === currentLanguage()) return;
  // i18next by itself would also change to a language whose texts it could not load.
  const namespaces = [...(i18next.options.ns as Namespace[])];
  await reloadMissing(to, namespaces);
  assertLoaded(to, namespaces);
  await i18next.changeLanguage(to);
}

/** Keeps a choice in the cookie, which the server reads too, and in the local storage. */
function remember(choice: Language) {
  chosen = choice;
  detector.cacheUserLanguage(choice, ['cookie', 'localStorage']);
}

/** Loads what is missing, also after a failure, which i18next's loadNamespaces and changeLanguage never retry. */
async function reloadMissing(language: Language, namespaces: readonly Namespace[]) {
  const missing = namespaces.filter((namespace) => !i18next.hasResourceBundle(language, namespace));
  if (missing.length > 0) await i18next.reloadResources([language], missing);
}

function assertLoaded(language: Language, namespaces: readonly Namespace[]) {
  for (const namespace of namespaces)
    if (!i18next.hasResourceBundle(language, namespace))
      throw new Error(`Failed to load texts: ${language}/${namespace}.json`);
}

/** Returns the text of a key that is known only at run time; without one, the fallback or else the key itself. */
export function translate(key: string, values?: TextValues, fallback = key): string {
  return i18next.t(key as TextKey, { ...values, defaultValue: fallback });
}
