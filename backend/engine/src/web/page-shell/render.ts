import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire, isBuiltin } from 'node:module';
import { Script } from 'node:vm';
import type { Init } from '@bindery/contract/records/init.ts';
import { within } from '#backend/kernel/within.ts';
import { logger } from '#backend/logging/logger.ts';
import { type Assumed, browserStandIn, type Device, type VisitedDocument } from './browser-stand-in.ts';

/** A page takes some milliseconds, the first one a quarter of a second. */
const MAX_RENDER_MS = 150;
/** With more at once, rendering would delay other requests by more than it saves browsers. */
const MAX_CONCURRENT = 4;
/** The pages of visitors without a session that are cached, and the longest address of one. */
const MAX_CACHED = 100;
const MAX_CACHED_URL_LENGTH = 200;
const MAX_REPORTED = 100;

/** A visit whose page is to be rendered. */
export interface Rendering {
  /** The route pattern of the page, such as `/app/books/:id`. */
  readonly page: string;
  /** The requested URL, without its origin. */
  readonly url: string;
  readonly init: Init;
  /** The embedded responses. */
  readonly first: readonly unknown[];
  readonly device: Device;
}

/** A rendered page: its HTML, and what it assumes of the browser; undefined if it assumes nothing. */
export interface Rendered {
  readonly html: string;
  readonly assumed: Assumed | undefined;
}

/** What the build of the frontend provides. */
interface RenderBuild {
  /** The code that renders pages. */
  readonly code: string;
  /** Returns a locale file by its address. */
  readonly textsAt: (address: string) => Uint8Array | undefined;
}

type Evaluate = (document: VisitedDocument) => { readonly render: () => Promise<string> };

/**
 * Returns a function that renders pages. They keep state in modules, such as the session, so all are
 * evaluated for each document; only compiled code is shared. The function returns undefined for a page that
 * the browser must render, because it fails or takes long.
 */
export function createRender(build: RenderBuild) {
  let evaluate: Evaluate | undefined;
  let running = 0;
  const cached = new Map<string, Rendered>();
  const report = onceEach();
  const renderNow = async ({ url, init, first, device }: Rendering): Promise<Rendered> => {
    evaluate ??= compile(build.code);
    const embedded = {
      init: JSON.stringify(init),
      ...(first.length > 0 && { 'first-data': JSON.stringify(first) }),
    };
    const assumed: Assumed = { media: {}, local: [], session: [] };
    const document = {
      device,
      assumed,
      url: new URL(url, init.settings.baseUrl).href,
      embedded,
      responses: new TextResponses(build),
    };
    const { render } = evaluate(document);
    const html = await within(MAX_RENDER_MS, render());
    return { html, assumed: isEmpty(assumed) ? undefined : assumed };
  };
  return async (given: Rendering): Promise<Rendered | undefined> => {
    const { page, url, init, first, device } = given;
    const key =
      init.session === null && first.length === 0 && url.length <= MAX_CACHED_URL_LENGTH
        ? `${url} ${JSON.stringify([init, device])}`
        : undefined;
    const known = key === undefined ? undefined : cached.get(key);
    if (known !== undefined) return known;
    if (running >= MAX_CONCURRENT) return undefined;
    running += 1;
    try {
      const rendered = await containFailures(
        (error) => report(page, error),
        () => renderNow(given),
      );
      if (key !== undefined) {
        if (cached.size >= MAX_CACHED) cached.delete(cached.keys().next().value!);
        cached.set(key, rendered);
      }
      return rendered;
    } catch (error) {
      report(page, error);
      return undefined;
    } finally {
      running -= 1;
    }
  };
}

const rendering = new AsyncLocalStorage<(error: unknown) => void>();
let isListening = false;

/**
 * Runs a function. What it starts and nothing awaits, such as a call of a page that ignores its result, is
 * passed to `onFailure` when it fails, where it would end the process.
 */
function containFailures<Result>(onFailure: (error: unknown) => void, run: () => Result): Result {
  if (!isListening)
    process.on('unhandledRejection', (error) => {
      const report = rendering.getStore();
      // As without this listener.
      if (!report) throw error;
      report(error);
    });
  isListening = true;
  return rendering.run(onFailure, run);
}

const isEmpty = ({ media, local, session, isApple }: Assumed) =>
  Object.keys(media).length + local.length + session.length === 0 && isApple === undefined;

/** Reports each reason of each page once. */
function onceEach() {
  const reported = new Set<string>();
  return (page: string, error: unknown) => {
    const key = `${page} ${error instanceof Error ? error.message : error}`;
    if (reported.has(key) || reported.size >= MAX_REPORTED) return;
    reported.add(key);
    logger.warn({ err: error, page }, 'a page was left to the browser to render');
  };
}

function compile(code: string): Evaluate {
  const names = Object.keys(
    browserStandIn({
      url: 'http://localhost',
      embedded: {},
      responses: new Map(),
      device: { isPhone: false, isApple: false },
      assumed: { media: {}, local: [], session: [] },
    }),
  );
  const source = `(function (require, module, exports, ${names.join(', ')}) { ${code}\n})`;
  const evaluate = new Script(source, { filename: 'render.cjs' }).runInThisContext();
  const load = createRequire(import.meta.url);
  // Of packages that are never rendered, the build retains their imports only.
  const requireBuiltin = (name: string) => (isBuiltin(name) ? load(name) : {});
  return (document) => {
    const globals = browserStandIn(document);
    const module = { exports: {} as ReturnType<Evaluate> };
    evaluate(requireBuiltin, module, module.exports, ...names.map((name) => globals[name]));
    return module.exports;
  };
}

/** The responses that a rendered page takes: the locale files, and those that it adds itself. */
class TextResponses extends Map<string, Promise<Response>> {
  readonly #textsAt: RenderBuild['textsAt'];

  constructor({ textsAt }: RenderBuild) {
    super();
    this.#textsAt = textsAt;
  }

  override get(address: string): Promise<Response> | undefined {
    const text = address.endsWith('.json') ? this.#textsAt(address) : undefined;
    return text ? Promise.resolve(new Response(Buffer.from(text))) : super.get(address);
  }
}
