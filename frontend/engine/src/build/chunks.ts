/** The folder of the engine's modules, in the sources or the published package. */
const ENGINE = String.raw`\/(?:frontend\/engine\/src|@bindery\/frontend\/lib)\/`;

/**
 * The files of an extension are one chunk with the name of its folder: without subfolders, which only some
 * visits need, and without the manager's.
 */
const FEATURE = /\/frontend\/extensions\/([^/]+)\/(?!(?:manager|icons|restrictions)\.ts)[^/]+$/;
const featureOf = (module: string) => FEATURE.exec(module)?.[1] ?? null;

/** Which modules are one file: few files per first visit, each no larger than its pages need. */
export const chunks = [
  // Changes only with an upgrade, so it stays in the browser's cache across deployments.
  { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler|react-router)\//, priority: 3 },
  { name: 'shell', tags: ['$initial' as const], priority: 2 },
  // Dialogs use the icon button too, the manager the client, and would otherwise load a whole feature.
  {
    name: 'app',
    test: new RegExp(
      `${ENGINE}${String.raw`(app\/app-layout|shell\/(components\/(empty-state|filters-label|icon-button|search-(?:field|term)|use-focus-on-new-rows)|http\/(api|endpoint|initial-data))\.)`}` +
        String.raw`|\/icons\/(x|cloud-off|list-filter|search-x)\.mjs|contract\/(?:engine\/src|lib)\/api\/client\.`,
    ),
  },
  {
    name: 'forms',
    test: new RegExp(
      `${ENGINE}${String.raw`(shell\/(components\/(text-field|form-error|notify-error|email|user-name)|session\/pref|http\/describe-error)|sign-in\/(login-(layout|page)|form))`}`,
    ),
  },
  { name: featureOf, debugName: 'features', test: FEATURE },
  // Small files of account pages and of the manager: their dialogs and endpoints. Each area would load the
  // other.
  {
    name: 'parts',
    test: new RegExp(
      `${ENGINE}${String.raw`shell\/(components\/(badge|choices|dialog|confirm-dialog|avatar)|auth\/sign-out)\.`}` +
        String.raw`|\/icons\/(arrow-up|check|chevron-right|copy|download|log-out|pencil)\.mjs|virtual:bindery\/api\/(account|users)$`,
    ),
  },
  // All but sign-in and lists of the app.
  { name: 'format', test: new RegExp(`${ENGINE}${String.raw`shell\/i18n\/format\.`}`) },
  // The manager has both on every page, light pages load them later.
  {
    name: 'popover',
    test: new RegExp(`${ENGINE}${String.raw`shell\/components\/popover\.|\/icons\/rotate-ccw-clock\.mjs`}`),
  },
  // The account page has the field, but loads the status only with a dialog: with the page that shows it too.
  {
    name: 'code',
    test: new RegExp(`${ENGINE}${String.raw`(shell\/components\/code-field|sign-in\/sent-code)\.`}`),
  },
  { name: 'verify', test: new RegExp(`${ENGINE}${String.raw`sign-in\/(verify-page|code-status)\.`}`) },
  // The account page and the page of a user show both.
  {
    name: 'panels',
    test: new RegExp(
      `${ENGINE}${String.raw`(account\/(rows|sessions-section|api-keys)|shell\/components\/(action-row|list-row))`}`,
    ),
  },
  // Loaded by every page of the manager: each further file is a request, and an item in the lists of all
  // pages.
  {
    name: 'frame',
    test: new RegExp(
      `${ENGINE}${String.raw`manager\/(main\/manager|custom-page|layout\/(page|menu-button)|refine\/query-client|keys\/keys|fields\/base\/hidden-record|field-errors|history\/author|with-elements)\.`}` +
        String.raw`|\/icons\/(arrow-down|chevron-up|ellipsis|plus|upload)\.mjs|\/use-sync-external-store\/`,
    ),
  },
  // Shared by lists, records and forms.
  {
    name: 'fields',
    test: new RegExp(
      `${ENGINE}${String.raw`manager\/(fields\/(index|timestamp)|filter-chips|filters-foot|last-list|numbers|refine\/use-record-pages|row-rights|secondary-text)\.`}` +
        String.raw`|\/icons\/(archive|trash)\.mjs|contract\/(?:engine\/src|lib)\/records\/limits\.`,
    ),
  },
  // The list, whose parts custom lists use too.
  { name: 'list', test: new RegExp(`${ENGINE}${String.raw`manager\/list\/(list-page|list-rows)\.`}`) },
];
