/** The folder of the engine's modules, in the sources or the published package. */
const ENGINE = '/(?:frontend/engine/src|@bindery/frontend/lib)/';
const CONTRACT = 'contract/(?:engine/src|lib)/';

const icons = (names: string) => `/icons/(?:${names})[.]mjs`;

/** Matches modules of the engine whose paths start with one of these, and other modules. */
const modules = (ofEngine: string, ...others: readonly string[]) =>
  new RegExp([`${ENGINE}(?:${ofEngine})`, ...others].join('|'));

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
    test: modules(
      'app/app-layout[.]|shell/(components/(empty-state|filters-label|icon-button|search-(?:field|term)|use-focus-on-new-rows)|http/(api|endpoint|initial-data))[.]',
      icons('x|cloud-off|list-filter|search-x'),
      `${CONTRACT}api/client[.]`,
    ),
  },
  {
    name: 'forms',
    test: modules(
      'shell/(components/(text-field|form-error|notify-error|email|user-name|western-digits)|session/pref|http/describe-error)|sign-in/(login-(layout|page)|form)',
    ),
  },
  { name: featureOf, debugName: 'features', test: FEATURE },
  // Small files of account pages and of the manager: their dialogs and endpoints. Each area would load the
  // other.
  {
    name: 'parts',
    test: modules(
      'shell/(components/(badge|choices|dialog|confirm-dialog|avatar)|auth/sign-out)[.]',
      icons('arrow-up|check|chevron-right|copy|download|log-out|pencil'),
      'virtual:bindery/api/(account|users)$',
    ),
  },
  // All but sign-in and lists of the app.
  { name: 'format', test: modules('shell/(i18n/format|browser/use-now)[.]') },
  // The manager has both on every page, light pages load them later.
  { name: 'popover', test: modules('shell/components/popover[.]', icons('rotate-ccw-clock')) },
  // The account page has the field, but loads the status only with a dialog: with the page that shows it too.
  { name: 'code', test: modules('(shell/components/code-field|sign-in/sent-code)[.]') },
  { name: 'verify', test: modules('sign-in/(verify-page|code-status)[.]') },
  // The account page and the page of a user show both.
  {
    name: 'panels',
    test: modules('account/(rows|sessions-section|api-keys)|shell/components/(action-row|list-row)'),
  },
  // Loaded by every page of the manager: each further file is a request, and an item in the lists of all
  // pages.
  {
    name: 'frame',
    test: modules(
      'manager/(main/manager|custom-page|layout/(leave-page|menu-button|page)|refine/query-client|keys/keys|fields/base/hidden-record|field-errors|history/author|numbers|with-elements)[.]',
      icons('arrow-down|chevron-up|ellipsis|plus|upload'),
      '/use-sync-external-store/',
    ),
  },
  // Shared by lists, records and forms.
  {
    name: 'fields',
    test: modules(
      'manager/(drawn-cover|fields/(index|timestamp)|filter-chips|filters-foot|last-list|refine/(load-more-button|use-record-pages)|related/counted-list|row-rights|secondary-text)[.]',
      icons('archive|trash'),
      `${CONTRACT}records/limits[.]`,
    ),
  },
  // antd's configuration with what it imports: the page of a user loads it without any input.
  {
    name: 'antd',
    test: /\/node_modules\/(antd\/es\/(config-provider|theme\/(index|useToken))|@ant-design\/v5-patch)/,
    minShareCount: 6,
    priority: 1,
  },
  // What most inputs have in common besides: a form would request it as four more files.
  {
    name: 'inputs',
    test: /\/node_modules\/(antd|@ant-design|rc-[^/]+|@rc-component)\//,
    minShareCount: 6,
  },
  // The list, whose parts custom lists use too.
  { name: 'list', test: modules('manager/list/(list-page|list-rows)[.]') },
];
