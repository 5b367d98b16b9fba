import type { PanelCall } from '@bindery/contract/api/manager-slots.ts';
import type { PageCalls, PreloadFiles, Preloads } from '@bindery/contract/api/preloads.ts';
import type { CurrentSession, Language } from '@bindery/contract/records/init.ts';
import { firstListCall } from '@bindery/contract/records/resources/list-address.ts';
import {
  firstRelatedCalls,
  reverseReferencesFor,
} from '@bindery/contract/records/resources/reverse-references.ts';
import type { Resources } from '@bindery/contract/schema/index.ts';
import { createPageFinder, type FoundPage } from './page-finder.ts';
import { type ResolvedPage, urlOf } from './redirects.ts';

/** A visit to a page: the requested URL and its page, the visitor's session and language. */
export interface Visit extends ResolvedPage {
  readonly url: string;
  readonly language: Language;
  readonly session: CurrentSession | null;
}

/** Creates preload links for visits: to styles, code, messages in the visitor's language, and API calls. */
export function createPreloadLinks(preloads: Preloads, resources: Resources) {
  const findPage = createPageFinder(preloads.pages.map((page) => [page.address, page]));
  // No page can be at this address, so it matches only the catch-all page.
  const find = ({ pathname, isForbidden }: Visit) => findPage(isForbidden ? '/403' : pathname);
  return {
    /**
     * Returns preload links to everything that the page will request, so that the browser loads all of it at
     * once. Embedded responses are not requested.
     */
    links: (visit: Visit, embedded: readonly string[] = []) => {
      const found = find(visit);
      if (!found) return '';
      const extras = [
        ...(visit.session?.impersonatedBy ? [preloads.impersonation] : []),
        ...(isNewcomer(visit) ? [preloads.onboarding] : []),
      ];
      const calls = (isNewcomer(visit) ? [] : callsOf(found, visit, resources)).filter(
        (call) => !embedded.includes(call),
      );
      return [linksTo([found.page, ...extras], visit.language), ...calls.map(callLink)].join('');
    },
    /** Returns the API calls for the page's initial data, which the server can make in advance. */
    firstCalls: (visit: Visit): string[] => {
      const found = find(visit);
      if (!found || isNewcomer(visit)) return [];
      return isRenderedWithCalls(found) ? callsOf(found, visit, resources) : firstCallsOf(found, visit);
    },
    /**
     * Returns the pattern of the visit's page, if the server may render it: a list or a record of the manager
     * only with all of its responses.
     */
    renderedPage: (visit: Visit, embedded: readonly string[] = []) => {
      const found = find(visit);
      if (!found || found.page.inBrowser) return undefined;
      const isMissing = (call: string) => !embedded.includes(call);
      return isRenderedWithCalls(found) && callsOf(found, visit, resources).some(isMissing)
        ? undefined
        : found.page.address;
    },
  };
}

type Found = FoundPage<PreloadFiles & PageCalls>;

/** Returns whether the server renders a page with all responses: a list or a record of the manager. */
const isRenderedWithCalls = ({ page: { list, related, inBrowser } }: Found) =>
  !inBrowser && (list ?? related) !== undefined;

/** Both areas show onboarding on every page to users who have not completed it. */
const isNewcomer = ({ session }: Visit) => session !== null && !session.user.onboardedAt;

function linksTo(parts: readonly PreloadFiles[], language: Language) {
  const all = (of: (files: PreloadFiles) => readonly string[] | undefined) => [
    ...new Set(parts.flatMap((files) => of(files) ?? [])),
  ];
  const first = all((files) => files.firstScripts);
  const scripts = [...all((files) => files.scripts), ...all((files) => files.scriptsIn[language])];
  // No fonts: on a slow line they would delay what the page needs, and the fallbacks are as wide. Scripts
  // come after the entry, which runs while they load.
  return [
    ...all(({ styles }) => styles).map((file) => `<link rel="stylesheet" crossorigin href="${file}">`),
    ...(first.length > 0
      ? [scriptsInOrder(first, scripts)]
      : scripts.map((file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${file}">`)),
    ...all(({ texts }) => texts[language]).map(
      (file) => `<link rel="preload" as="fetch" crossorigin href="${file}">`,
    ),
  ].join('');
}

/** Calls the function of index.html that preloads scripts: on slow lines in this order, else all at once. */
const scriptsInOrder = (first: readonly string[], scripts: readonly string[]) => {
  const others = scripts.filter((file) => !first.includes(file));
  return `<script nonce="__NONCE__">preloadScripts(${JSON.stringify([first, others])})</script>`;
};

/** API calls carry the session cookie, and a preload serves only requests with the same credentials mode. */
const callLink = (call: string) =>
  `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${call.replaceAll('&', '&amp;')}">`;

function callsOf({ page, parameters }: Found, { url, session }: Visit, resources: Resources): string[] {
  const { panelCalls = [], list, related } = page;
  const isMade = ({ right, exceptOfOneself }: PanelCall) =>
    (!right || session?.rights[right[0]]?.includes(right[1])) &&
    !(exceptOfOneself && parameters.id === session?.user.id);
  const written = [
    ...callsWithQuery(page, urlOf(url).searchParams),
    ...panelCalls.filter(isMade).map(({ path }) => path),
  ];
  const resource = list === undefined ? undefined : resources[list];
  const mayRead = resource && session?.rights[resource.singular]?.includes('read');
  return [
    ...(mayRead ? [firstListCall(resource, urlOf(url).searchParams)] : []),
    ...written.map((call) => fillIn(call, parameters)),
    ...(related !== undefined && session && parameters.id !== undefined
      ? firstRelatedCalls(reverseReferencesFor(resources, { to: related, role: session.user.role }), {
          to: related,
          id: parameters.id,
        })
      : []),
  ];
}

/** Returns the calls of a page; the first one, without `data`, only if the page makes exactly this call. */
function callsWithQuery(
  { data, queryParameters, calls = [] }: PageCalls,
  parameters: URLSearchParams,
): readonly string[] {
  const [first, ...others] = calls;
  if (!queryParameters || data || first === undefined) return calls;
  const isKnown = [...parameters.keys()].every((name) => Object.values(queryParameters).includes(name));
  return isKnown ? [withQuery(first, queryParameters, parameters), ...others] : others;
}

function firstCallsOf({ page, parameters }: Found, { url }: Visit): string[] {
  const [first, ...others] = page.data ?? [];
  if (first === undefined) return [];
  return [
    withQuery(fillIn(first, parameters), page.queryParameters ?? {}, urlOf(url).searchParams),
    ...others,
  ];
}

function withQuery(
  written: string,
  queryParameters: Readonly<Record<string, string>>,
  parameters: URLSearchParams,
): string {
  const [path = '', query = ''] = written.split('?');
  const call = new URLSearchParams(query);
  for (const [name, from] of Object.entries(queryParameters)) {
    const value = parameters.get(from);
    if (value) call.set(name, value);
  }
  return call.size === 0 ? path : `${path}?${call}`;
}

const fillIn = (call: string, parameters: Found['parameters']) =>
  call.replace(/:(\w+)/g, (_, name: string) => parameters[name] ?? '');
