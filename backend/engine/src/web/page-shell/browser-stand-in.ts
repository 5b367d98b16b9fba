/** What a document states of a visit, which the pages read in the browser. */
export interface VisitedDocument {
  /** The whole address. */
  readonly url: string;
  /** The texts of the elements that the server embeds in the document, by id. */
  readonly embedded: Readonly<Record<string, string>>;
  /** The preloaded responses by address. */
  readonly responses: Map<string, Promise<Response>>;
}

/** Why a page cannot be rendered on the server. */
export class OnlyInBrowser extends Error {
  override name = 'OnlyInBrowser';
}

const unknown = (what: string): never => {
  throw new OnlyInBrowser(`The page reads ${what}`);
};

/** Returns an object whose unknown members throw when they are read. */
const knowing = <Known extends object>(name: string, known: Known): Known =>
  new Proxy(known, {
    get: (target, key, receiver) =>
      typeof key === 'symbol' || key in target
        ? Reflect.get(target, key, receiver)
        : unknown(`${name}.${key}`),
  });

/** Methods of dates that depend on the time zone. */
const LOCAL = /^(?:get|set)(?!UTC|Time$)|^to(?!ISO|JSON|UTC|GMT)\w*String$/;

/** A date without the time of the visit and its time zone, which are the browser's. */
class DateWithoutZone extends Date {
  constructor(...given: [] | [number | string | Date]) {
    if (given.length === 0) unknown('the time');
    if (given.length > 1) unknown('the time zone');
    super(...(given as [number]));
  }
}
for (const name of Object.getOwnPropertyNames(Date.prototype))
  if (LOCAL.test(name))
    Object.defineProperty(DateWithoutZone.prototype, name, { value: () => unknown('the time zone') });

/** The formats of dates throw unless they state a time zone. */
const intl = Object.assign(Object.create(Intl), {
  DateTimeFormat: class extends Intl.DateTimeFormat {
    constructor(language?: string, options?: Intl.DateTimeFormatOptions) {
      if (!options?.timeZone) unknown('the time zone');
      super(language, options);
    }
  },
});

const quiet = Object.fromEntries(
  ['debug', 'error', 'info', 'log', 'warn', 'table', 'trace'].map((name) => [name, () => {}]),
);

/** Returns a function that ends no process when it fails later. */
const contained =
  <Arguments extends unknown[]>(run: (...given: Arguments) => void) =>
  (...given: Arguments) => {
    try {
      run(...given);
    } catch {
      // The page then never ends, and is left to the browser.
    }
  };

/** React uses them; a timer of a page that nobody stops must not repeat. */
const timers = {
  setTimeout: (run: (...given: unknown[]) => void, ms?: number, ...given: unknown[]) =>
    setTimeout(contained(run), ms, ...given).unref(),
  setImmediate: (run: (...given: unknown[]) => void, ...given: unknown[]) =>
    setImmediate(contained(run), ...given),
  queueMicrotask: (run: () => void) => queueMicrotask(contained(run)),
  setInterval: () => unknown('a timer that repeats'),
};

/**
 * Returns the globals of a page that is rendered on the server, by name: those that a document knows, and others that throw,
 * so that nothing is rendered that the browser would render otherwise. None of them has state that another document sees;
 * Node.js itself has one `sessionStorage` for all.
 */
export function browserStandIn({ url, embedded, responses }: VisitedDocument): Record<string, unknown> {
  const root = { lang: '', dir: '', getAttribute: () => null };
  const globals: Record<string, unknown> = {
    document: knowing('document', {
      cookie: '',
      documentElement: root,
      getElementById: (id: string) => (id in embedded ? { textContent: embedded[id] } : null),
    }),
    location: new URL(url),
    navigator: knowing('navigator', {
      onLine: true,
      // Read by i18next's detector, which takes the language of the document in their place.
      languages: [],
      language: undefined,
      userLanguage: undefined,
    }),
    fetch: (address: string) => unknown(`${address}, which is not preloaded`),
    Date: DateWithoutZone,
    Intl: intl,
    console: quiet,
    ...timers,
    localStorage: knowing('localStorage', {}),
    sessionStorage: knowing('sessionStorage', {}),
    matchMedia: (query: string) => unknown(`the medium ${query}`),
    ...Object.fromEntries(['window', 'self', 'history', 'BroadcastChannel'].map((name) => [name, undefined])),
  };
  const own = Object.create(
    globalThis,
    Object.getOwnPropertyDescriptors({ ...globals, preloads: responses }),
  );
  return { ...globals, globalThis: own, global: own };
}
