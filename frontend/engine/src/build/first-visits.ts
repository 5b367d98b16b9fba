import {
  type AreaName,
  areas,
  existingPages,
  type PageDefinition,
  productPages,
} from '@bindery/contract/api/pages.ts';
import { menuNamespaces, type PageCalls } from '@bindery/contract/api/preloads.ts';
import { productResources } from '@bindery/contract/api/product.ts';
import {
  extensionNamespaces,
  extensionSlots,
  homeCalls,
  homeNamespaces,
  pages,
} from '@bindery/contract/api/read-pages.ts';
import type { Language } from '@bindery/contract/records/init.ts';
import type { KindName, Resource } from '@bindery/contract/schema/index.ts';

/** The modules and namespaces that a part of the product needs, in addition to those of every page. */
export interface VisitPart {
  /** Module paths, relative to the frontend folder. */
  modules: string[];
  /** Namespaces of the translations. */
  texts: string[];
}

/** The first visit of a page. Its calls contain the route parameters of the address. */
export interface FirstVisit extends VisitPart, PageCalls {
  /** Modules that are needed in one language only, by import specifier. */
  modulesIn?: Partial<Record<Language, string>>;
  /** Those of the modules that are around the page. */
  layout?: readonly string[];
  /** The components of an extension on a page that uses nothing of antd itself. */
  slots?: readonly string[];
  /** The field kinds of the page's form, whose inputs are preloaded. */
  inputs?: KindName[];
}

/** Parts that some visitors need on any page: the onboarding of new users, and the impersonation banner. */
export const extras = {
  onboarding: { modules: ['sign-in/onboarding.tsx'], texts: ['login', 'account'] },
  impersonation: { modules: ['shell/session/impersonation-banner.tsx'], texts: [] },
} satisfies Record<string, VisitPart>;

/** The modules of the areas' layouts. */
export const layouts: Readonly<Record<AreaName, readonly string[]>> = {
  public: [],
  login: ['sign-in/login-layout.tsx'],
  app: ['app/app-layout.tsx'],
  manager: ['manager/main/manager.tsx'],
};

/** The antd locales, which forms load in languages other than English. */
const antdLocales = {
  fr: 'manager/antd/fr.json',
  ar: 'manager/antd/ar.json',
  sw: 'manager/antd/sw.json',
};

/** Loaded with pages and parts of extensions that use antd: the configuration around them. */
export const theme = 'manager/antd/antd-theme.tsx';

/** Loaded with forms as soon as they are shown, so that the first validation does not wait. */
const validation = ['manager/form/zod.ts'];

/** The parts that load after their pages and replace skeletons. */
const laterParts: Readonly<Record<string, readonly string[]>> = {
  '/manager/dashboard': ['manager/dashboard/sign-ins-plot.tsx'],
};

function visitOf(address: string, page: PageDefinition) {
  const { area, component, namespaces = [], data, queryParameters, calls, inBrowser } = page;
  const isHome = component === productPages['/app'].component;
  const embedded = [...(data ? [data] : []), ...(isHome ? homeCalls : [])];
  const isThemed = area === 'manager' && component.startsWith('extensions/');
  return {
    address,
    layout: layouts[area],
    modules: [...layouts[area], component, ...(laterParts[address] ?? []), ...(isThemed ? [theme] : [])],
    ...(isThemed && { modulesIn: antdLocales }),
    texts: [
      ...new Set([
        'common',
        ...areas[area].namespaces,
        ...menuNamespaces(pages, area),
        ...namespaces,
        ...(isHome ? homeNamespaces : []),
      ]),
    ],
    ...(embedded.length > 0 && { data: embedded }),
    // Of the manager, only generated pages: antd is not part of what the server renders.
    ...((inBrowser || (area === 'manager' && !isRendered(page))) && { inBrowser: true }),
    ...(queryParameters && { queryParameters }),
    ...(calls && { calls }),
  } satisfies FirstVisit;
}

/** Returns whether the server renders a generated page of the manager, unless its own parts use antd. */
const isRendered = ({ generated }: PageDefinition) => generated === 'list' || generated === 'record';

/** Returns the visits of a generated page: one for each resource, and one for unknown resources. */
function generatedVisits(address: string, page: PageDefinition): FirstVisit[] {
  const unknown = visitOf(address, page);
  const { calls: _, ...others } = unknown;
  const withoutCalls = { ...others, inBrowser: true as const };
  return [
    ...Object.values<Resource>(productResources()).map((resource) => ofResource(unknown, resource, page)),
    withoutCalls,
  ];
}

function ofResource(visit: FirstVisit, resource: Resource, page: PageDefinition): FirstVisit {
  const { generated } = page;
  const named = (text: string) => text.replace(':resource', resource.name);
  const slots = slotsOf(resource, page);
  const { calls: panelCalls } = extensionSlots[resource.name] ?? {};
  return {
    ...visit,
    address: named(visit.address),
    ...(visit.calls && { calls: visit.calls.map(named) }),
    ...(generated === 'list' && { list: resource.name }),
    ...(generated === 'record' && { related: resource.name, ...(panelCalls && { panelCalls }) }),
    modules: [
      ...visit.modules,
      ...(generated === 'form' ? validation : []),
      ...slots,
      ...(slots.length > 0 ? [theme] : []),
    ],
    texts: slots.length > 0 ? [...new Set([...visit.texts, ...textsOf(resource)])] : visit.texts,
    ...((generated === 'form' || slots.length > 0) && { modulesIn: antdLocales }),
    ...(generated !== 'form' && slots.length > 0 && { slots }),
    // A panel of such a list that is opened before the page is hydrated would stay empty.
    ...(generated === 'list' && slots.length > 0 && { inBrowser: true }),
    ...(generated === 'form' && {
      inputs: [...new Set(Object.values(resource.fields).map(({ kind }) => kind))],
    }),
  };
}

/** Returns the modules that an extension adds to a generated page, or replaces on it. */
function slotsOf({ name }: Resource, { component, generated }: PageDefinition): string[] {
  const own = extensionSlots[name] ?? {};
  const { list, show, create, update, form, actions, cover, panels = [], inPanels = [] } = own;
  const isNew = component.includes('create-page');
  const formPage = isNew ? create : update;
  // The field of the image shows what the cover draws without one.
  const drawn = !isNew && !update && inPanels.length > 0 ? cover : undefined;
  const slots = {
    list: [list],
    record: [show, actions, cover, ...panels],
    form: [formPage, form, drawn],
    import: [component.includes('import-page') ? own.import : undefined],
  }[generated ?? 'import'];
  return slots.flatMap((slot) => (slot ? [`extensions/${name}/${slot}`] : []));
}

/** Returns the namespaces that the modules of an extension need. */
const textsOf = ({ name }: Resource): string[] => [
  ...extensionNamespaces.filter((one) => one === name),
  ...(extensionSlots[name]?.namespaces ?? []),
];

const visits = Object.entries(existingPages(pages, productResources())).map(([address, page]) =>
  page.generated ? generatedVisits(address, page) : [visitOf(address, page)],
);

/**
 * Every page, in matching order. The server sends preload links for its files and calls with the document,
 * which avoids request waterfalls.
 */
export const firstVisits: FirstVisit[] = [
  ...visits.flat(),
  // Any other URL shows an error page, which is part of every visit.
  { address: '/*', modules: [], texts: ['common'], inBrowser: true },
];
