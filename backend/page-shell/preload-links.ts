import type { CurrentSession, Language } from '#contract/init.ts';
import { firstListCall } from '#contract/resources/list-address.ts';
import type { Resources } from '#contract/schema/index.ts';
import type { Files, PageFiles, Preloads } from './preloads.ts';
import { resolvePage, urlOf } from './redirects.ts';

/** A visit to a page: the address asked for, and what the server knows of the visitor. */
export interface Visit {
  readonly url: string;
  readonly language: Language;
  readonly session: CurrentSession | null;
}

/** What is sent along with the document for a visit. */
export interface PreloadLinks {
  /** The links to everything that the page will ask for, so that the browser asks for all of it at once. */
  readonly links: (visit: Visit) => string;
  /** The call by which the page will ask for its first data, where the server may answer it in advance. */
  readonly firstCall: (visit: Visit) => string | undefined;
}

/** Knows for each visit what its page will ask for: styles, code, texts in the visitor's language, and records. */
export function createPreloadLinks(preloads: Preloads, resources: Resources): PreloadLinks {
  const find = finder(preloads.pages);
  return {
    links: (visit) => {
      const found = find(visit);
      if (!found) return '';
      const extras = [
        ...(visit.session?.impersonatedBy ? [preloads.impersonation] : []),
        ...(isNewcomer(visit) ? [preloads.onboarding] : []),
      ];
      const calls = isNewcomer(visit) ? [] : callsOf(found, visit, resources);
      return linksTo([found.page, ...extras], visit.language) + calls.map(callLink).join('');
    },
    firstCall: (visit) => {
      const found = find(visit);
      return found && !isNewcomer(visit) ? firstCallOf(found, visit) : undefined;
    },
  };
}

interface Found {
  readonly page: PageFiles;
  readonly parameters: Readonly<Record<string, string | undefined>>;
}

/** Finds the page that a visit arrives at, and the parameters of its address. */
function finder(pages: readonly PageFiles[]) {
  const known = pages.map((page) => ({ page, pattern: new URLPattern({ pathname: page.address }) }));
  return ({ url, session }: Visit): Found | undefined => {
    const { pathname, isForbidden } = resolvePage(url, session);
    for (const { page, pattern } of known) {
      // No page stands at the root itself, so only what is for any address fits it.
      const match = pattern.exec({ pathname: isForbidden ? '/' : pathname });
      if (match) return { page, parameters: match.pathname.groups };
    }
    return undefined;
  };
}

/** Both areas ask those for their name who have not given it yet, whatever page they are at. */
const isNewcomer = ({ session }: Visit) => session !== null && !session.user.onboardedAt;

function linksTo(parts: readonly Files[], language: Language) {
  const all = (of: (files: Files) => readonly string[] | undefined) => [
    ...new Set(parts.flatMap((files) => of(files) ?? [])),
  ];
  const scripts = [...all((files) => files.scripts), ...all((files) => files.scriptsIn[language])];
  return [
    ...all(({ styles }) => styles).map((file) => `<link rel="stylesheet" crossorigin href="${file}">`),
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="${file}">`),
    ...all(({ texts }) => texts[language]).map(
      (file) => `<link rel="preload" as="fetch" crossorigin href="${file}">`,
    ),
  ].join('');
}

/** A page's calls carry the session's cookie, and a link is of use only to a request that is made in the same way. */
const callLink = (call: string) =>
  `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${call.replaceAll('&', '&amp;')}">`;

function callsOf({ page, parameters }: Found, { url, session }: Visit, resources: Resources): string[] {
  const { calls = [], callsAboutOthers = [], list } = page;
  const written = [...calls, ...(parameters.id === session?.user.id ? [] : callsAboutOthers)];
  const resource = list === undefined ? undefined : resources[list];
  const mayRead = resource && session?.rights[resource.singular]?.includes('read');
  return [
    ...(mayRead ? [firstListCall(resource, urlOf(url).searchParams)] : []),
    ...written.map((call) => fillIn(call, parameters)),
  ];
}

function firstCallOf({ page, parameters }: Found, { url }: Visit): string | undefined {
  if (page.data === undefined) return undefined;
  const asked = Object.entries(page.asked ?? {}).flatMap(([name, from]) => {
    const value = urlOf(url).searchParams.get(from);
    return value ? [[name, value]] : [];
  });
  const call = fillIn(page.data, parameters);
  return asked.length === 0 ? call : `${call}&${new URLSearchParams(asked)}`;
}

const fillIn = (call: string, parameters: Found['parameters']) =>
  call.replace(/:(\w+)/g, (_, name: string) => parameters[name] ?? '');
