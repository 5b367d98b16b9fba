import type { PageDefinition, Pages } from '@bindery/contract/api/pages.ts';
import { directionOf, type Init } from '@bindery/contract/records/init.ts';
import type { Request, RequestHandler, Response } from 'express';
import { sessionOf } from '#backend/access/sessions/middleware.ts';
import type { RequestSession } from '#backend/kernel/http/request-context.ts';
import { createPagePolicy } from '#backend/kernel/http/security-headers.ts';
import type { Device } from './browser-stand-in.ts';
import { fillContent, insideScript } from './document-body.ts';
import { type DocumentHead, type ServedPage, withHead } from './document-head.ts';
import { ifReady } from './if-ready.ts';
import type { InitialResponse, LoadInitialData } from './initial-data.ts';
import { mayOpen } from './page-finder.ts';
import type { Visit } from './preload-links.ts';
import { loginOf, resolvePage } from './redirects.ts';
import type { Rendered } from './render.ts';

/** The source of pages and assets: the build, or Vite during development. */
export interface Frontend {
  readonly assets: RequestHandler;
  /**
   * Returns the HTML for a visit, with placeholders for the nonce, the init data and the content of a
   * rendered page. It preloads no response that is embedded.
   */
  readonly page: (
    visit: Visit,
    given: { readonly isRendered: boolean; readonly embedded: readonly string[] },
  ) => Promise<string>;
  /** Returns the API calls for the initial data of the visit's page. */
  readonly firstCalls?: (visit: Visit) => string[];
  /** Renders the content of the visit's page; undefined if the browser must do it. */
  readonly render?: (given: {
    readonly visit: Visit;
    readonly init: Init;
    /** The initial data. */
    readonly first: readonly InitialResponse[];
    readonly device: Device;
  }) => Promise<Rendered | undefined>;
  /** Whether pages are updated while they are open. */
  readonly isHot?: boolean;
  /** The existing pages; the page table by default. */
  readonly pages?: Pages;
}

interface PageParts {
  readonly frontend: Frontend;
  readonly init: (res: Response) => Init;
  readonly loadInitialData: LoadInitialData;
  /** Returns the page at a path; others get 404. */
  readonly findPage: (path: string) => PageDefinition | undefined;
  /** Returns the title and the description of a page. */
  readonly head: (served: ServedPage) => DocumentHead;
  /** Returns another address with which a page opens for a visitor. */
  readonly startAddress: (url: string, session: RequestSession | null) => Promise<string | undefined>;
  readonly captcha: boolean;
}

const INIT_PLACE = /(<script type="application\/json" id="init"[^>]*>)(<\/script>)/;
const FIRST_DATA = '<script type="application/json" id="first-data">';
const LANGUAGE_PLACE = /<html lang="\w+" dir="\w+">/;

/**
 * Serves the HTML of the single-page app, or redirects the visitor. The page embeds the init response and its
 * initial data to render without a call. It is never cached: it depends on visitor and build.
 */
export function servePage(parts: PageParts): RequestHandler {
  const { frontend, init, loadInitialData, findPage, head, startAddress, captcha } = parts;
  const setPolicy = createPagePolicy({ captcha, isHot: frontend.isHot ?? false });
  return async (req, res) => {
    res.set('Cache-Control', 'no-store');
    const initial = init(res);
    const { language, session } = initial;
    const url = req.originalUrl;
    const visit: Visit = { url, language, session, ...resolvePage(url, session) };
    const { redirect, isForbidden } = visit;
    const found = findPage(req.path);
    if (redirect && found) return res.redirect(302, redirect);
    // A page without a layout, such as a printed receipt, may be for signed-in users too.
    if (!session && found && !mayOpen(found, session)) return res.redirect(302, loginOf(url));
    const start = await ifReady(req.path, () => startAddress(url, sessionOf(res)));
    if (start) return res.redirect(302, start);
    const calls = frontend.firstCalls?.(visit) ?? [];
    const responses = await Promise.all(calls.map((call) => loadInitialData(call, sessionOf(res))));
    const first = responses
      .filter((response) => response !== undefined)
      .filter((response) => !isGone(response, visit));
    const nonce = setPolicy(req, res);
    const isFound = found !== undefined && !first.some(({ data }) => data === null);
    const isAllowed = !isForbidden && (!found || mayOpen(found, session));
    const content =
      isFound && isAllowed
        ? await frontend.render?.({ visit, init: initial, first, device: deviceOf(req) })
        : undefined;
    const page = await frontend.page(visit, {
      isRendered: content !== undefined,
      embedded: first.map(({ url }) => url),
    });
    // An error page reveals no other page: its title is only the product.
    const served = isFound && isAllowed ? { page: found, data: responses[0]?.data } : {};
    // The nonce first: a title may contain any text.
    const html = withHead(page.replaceAll('__NONCE__', nonce), head({ ...served, language }))
      .replace(LANGUAGE_PLACE, `<html lang="${language}" dir="${directionOf(language)}">`)
      .replace(INIT_PLACE, (_, open: string, close: string) => open + insideScript(initial) + close)
      .replace(
        '</body>',
        (end) => (first.length > 0 ? `${FIRST_DATA}${insideScript(first)}</script>` : '') + end,
      );
    res
      .status(!isFound ? 404 : isAllowed ? 200 : 403)
      .type('html')
      .send(content === undefined ? html : fillContent(html, content));
  };
}

/** The manager shows the history of a deleted record. Its page exists, and requests the record itself. */
const isGone = ({ data }: InitialResponse, { url }: Visit) => data === null && url.startsWith('/manager/');

/** Returns the kind of device from the user agent, in which all browsers mark phones alike. */
function deviceOf(req: Request): Device {
  const agent = req.get('user-agent') ?? '';
  return { isPhone: agent.includes('Mobi'), isApple: /Mac OS|iPhone|iPad/.test(agent) };
}
