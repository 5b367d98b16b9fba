/** The folder of the engine's modules, of sources or as they are published. */
const ENGINE = String.raw`\/(?:frontend\/engine\/src|@bindery\/frontend\/lib)\/`;
const inEngine = (...modules: string[]) => new RegExp(modules.map((module) => ENGINE + module).join('|'));

/**
 * The files of an extension are one chunk, named after its folder: without those in folders, which only some visits need,
 * and without those of the manager.
 */
const FEATURE = /\/frontend\/extensions\/([^/]+)\/(?!(?:manager|icons|restrictions)\.ts)[^/]+$/;
const featureOf = (module: string) => FEATURE.exec(module)?.[1] ?? null;

/** Which modules are one file: few files per first visit, each no larger than its pages need. */
export const chunks = [
  // Changes only with an upgrade, so it stays in the browser's cache across deployments.
  { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler|react-router)\//, priority: 3 },
  { name: 'shell', tags: ['$initial' as const], priority: 2 },
  {
    name: 'common',
    test: new RegExp(
      `${ENGINE}${String.raw`shell\/(http\/http|layout\/brand|components\/(drawing|skeleton)|auth\/auth-|i18n\/(?!format\.))`}` +
        String.raw`|\/frontend\/extensions\/\w+\/parts\/drawing|\/icons\/x\.mjs`,
    ),
    priority: 1,
  },
  // Dialogs use the icon button too, the manager the client, and would otherwise bring a whole feature along.
  {
    name: 'app',
    test: new RegExp(
      `${ENGINE}${String.raw`(app\/app-layout|shell\/(components\/(empty-state|icon-button)|http\/(api|endpoint))\.)`}` +
        String.raw`|contract\/(?:engine\/src|dist)\/api\/client\.`,
    ),
  },
  {
    name: 'forms',
    test: inEngine(
      String.raw`(shell\/(components\/(text-field|form-error|email)|session\/pref|http\/describe-error)|sign-in\/(login-(layout|frame|page)|form))`,
    ),
  },
  { name: featureOf, debugName: 'features', test: FEATURE },
  // The endpoints that the pages of accounts and the manager share: either would bring the other along.
  { name: 'account', test: /virtual:bindery\/api\/(account|users)$/ },
  // Small files of account pages and of the manager, with the dialogs of both.
  {
    name: 'parts',
    test: new RegExp(
      `${ENGINE}${String.raw`shell\/(components\/(dialog|confirm-dialog|avatar|user-name)|i18n\/format)\.`}` +
        String.raw`|\/icons\/(arrow-up|check|copy|download|log-out|pencil)\.mjs`,
    ),
  },
  // What every page of the manager loads: each file more is a request, and stands in the lists of all pages.
  {
    name: 'frame',
    test: new RegExp(
      `${ENGINE}${String.raw`manager\/(manager|custom-page|layout\/page|refine\/query-client|keys\/(use-(keys|shortcut)|pressed-key)|fields\/hidden-record|field-errors|history\/use-author)\.`}` +
        String.raw`|\/icons\/(arrow-down|plus|rotate-ccw-clock|upload)\.mjs|\/use-sync-external-store\/`,
    ),
  },
  // What lists, records and forms share.
  {
    name: 'fields',
    test: new RegExp(
      `${ENGINE}${String.raw`manager\/(fields\/(index|moment)|last-list|refine\/use-record-pages|row-rights|secondary-text)\.`}` +
        String.raw`|\/icons\/(archive|trash)\.mjs`,
    ),
  },
];
