import { defaultLanguage, type Language, matchLanguage } from './languages.ts';

/** Everything a browser may say about the visitor's language. */
export interface LanguageSources {
  search: string;
  cookie: string;
  local: string | null;
  session: string | null;
  /** What is kept with the visitor's account, as it was chosen in some browser. */
  account?: string | null | undefined;
  navigator: readonly string[];
  html: string | null;
}

const cookieName = 'i18next';
const storageKey = 'i18nextLng';
const cookieSeconds = 30 * 24 * 60 * 60;

/** The first source that names a language of ours wins: address, cookie, storages, account, browser, page. */
export function detectLanguage(sources: LanguageSources): Language {
  const tags = [
    languageInAddress(sources),
    readCookie(sources.cookie),
    sources.local,
    sources.session,
    sources.account,
    ...sources.navigator,
    sources.html,
  ];
  for (const tag of tags) {
    const language = matchLanguage(tag);
    if (language) return language;
  }
  return defaultLanguage;
}

/** The language that the address itself asks for, as `?lng=fr` does. */
export function languageInAddress({ search }: Pick<LanguageSources, 'search'>): Language | undefined {
  return matchLanguage(new URLSearchParams(search).get('lng'));
}

function readCookie(cookies: string): string | undefined {
  const prefix = `${cookieName}=`;
  const pair = cookies.split(';').find((part) => part.trim().startsWith(prefix));
  return pair?.trim().slice(prefix.length);
}

/** The sources of this browser, the account aside. A blocked storage counts as an empty one. */
export function browserSources(): LanguageSources {
  return {
    search: location.search,
    cookie: document.cookie,
    local: readStorage(() => localStorage),
    session: readStorage(() => sessionStorage),
    navigator: navigator.languages,
    html: document.documentElement.getAttribute('lang'),
  };
}

function readStorage(storage: () => Storage): string | null {
  try {
    return storage().getItem(storageKey);
  } catch {
    return null;
  }
}

/** Keeps a choice for 30 days, in the cookie (which the server reads too) and in the local storage. */
export function rememberLanguage(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox's long-term release
  document.cookie = `${cookieName}=${language}; max-age=${cookieSeconds}; path=/; SameSite=Lax`;
  try {
    localStorage.setItem(storageKey, language);
  } catch {
    // A blocked storage is no loss: the cookie has it.
  }
}
