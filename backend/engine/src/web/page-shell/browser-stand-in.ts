/** What a request says of the browser that sent it. */
export interface Device {
  readonly isPhone: boolean;
  /** Whether shortcuts use ⌘. */
  readonly isApple: boolean;
}

/**
 * What a rendered page has assumed of the browser. A script of index.html compares it before the page is
 * painted, and if anything differs, the browser renders the page.
 */
export interface Assumed {
  /** Media queries, and whether they match. */
  readonly media: Record<string, boolean>;
  /** Names in `localStorage` and `sessionStorage` that have no value. */
  readonly local: string[];
  readonly session: string[];
  isApple?: boolean;
}

/** What a document states of a visit, which the pages read in the browser. */
export interface VisitedDocument {
  readonly device: Device;
  /** Receives what the page assumes. */
  readonly assumed: Assumed;
  /** The whole address. */
  readonly url: string;
  /** The texts of the elements that the server embeds in the document, by id. */
  readonly embedded: Readonly<Record<string, string>>;
  /** The preloaded responses by address. */
  readonly responses: Map<string, Promise<Response>>;
}

/** Why a page cannot be rendered on the server. */
class OnlyInBrowser extends Error {
  override name = 'OnlyInBrowser';
}

const unknown = (what: string): never => {
  throw new OnlyInBrowser(`The page reads ${what}`);
};

/** The assumed widths of windows, in pixels. */
const PHONE = 390;
const DESKTOP = 1280;
const NARROWER = /^(?:screen and )?\(width < (\d+)px\)$/;

/** Returns `matchMedia` for queries of the width, which is assumed; others throw. */
const mediaOf =
  ({ device, assumed }: VisitedDocument) =>
  (query: string) => {
    const [, limit] = NARROWER.exec(query) ?? unknown(`the medium ${query}`);
    const matches = (device.isPhone ? PHONE : DESKTOP) < Number(limit);
    assumed.media[query] = matches;
    return { matches };
  };

/** Returns a storage that is assumed to be empty. The theme is not: the page is the same with each. */
const emptyStorage = (name: string, read: string[]) =>
  knowing(name, {
    getItem: (key: string) => {
      if (key === 'theme') unknown('the theme');
      if (!read.includes(key)) read.push(key);
      return null;
    },
  });

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

/** React uses them; a timer that no code stops must not repeat. */
const timers = {
  setTimeout: (run: (...given: unknown[]) => void, ms?: number, ...given: unknown[]) =>
    setTimeout(contained(run), ms, ...given).unref(),
  setImmediate: (run: (...given: unknown[]) => void, ...given: unknown[]) =>
    setImmediate(contained(run), ...given),
  queueMicrotask: (run: () => void) => queueMicrotask(contained(run)),
  setInterval: () => unknown('a timer that repeats'),
};

/**
 * Returns the globals of a page that is rendered on the server, by name: those that a document knows, and
 * others that throw, so that nothing is rendered that the browser would render otherwise. None of them has
 * state that another document sees; Node.js itself has one `sessionStorage` for all.
 */
export function browserStandIn(visited: VisitedDocument): Record<string, unknown> {
  const { url, embedded, responses, device, assumed } = visited;
  const root = { lang: '', dir: '', getAttribute: () => null };
  const globals: Record<string, unknown> = {
    document: knowing('document', {
      cookie: '',
      documentElement: root,
      getElementById: (id: string) =>
        id in embedded ? { textContent: embedded[id], remove: () => {} } : null,
    }),
    location: new URL(url),
    navigator: knowing('navigator', {
      onLine: true,
      // Read by i18next's detector, which takes the language of the document in their place.
      languages: [],
      language: undefined,
      userLanguage: undefined,
      get platform() {
        assumed.isApple = device.isApple;
        return device.isApple ? 'MacIntel' : '';
      },
    }),
    fetch: (address: string) => unknown(`${address}, which is not preloaded`),
    Date: DateWithoutZone,
    Intl: intl,
    console: quiet,
    ...timers,
    localStorage: emptyStorage('localStorage', assumed.local),
    sessionStorage: emptyStorage('sessionStorage', assumed.session),
    matchMedia: mediaOf(visited),
    ...Object.fromEntries(['window', 'self', 'history', 'BroadcastChannel'].map((name) => [name, undefined])),
  };
  const own = Object.create(
    globalThis,
    Object.getOwnPropertyDescriptors({ ...globals, preloads: responses }),
  );
  return { ...globals, globalThis: own, global: own };
}
