/**
 * What an extension declares about its pages (`pages.ts`, `feature.ts`, `home.ts`, `manager.ts`), and what
 * its pages read: data of the API, the session, and storage in the browser.
 *
 * @example
 * import type { ExtensionPages } from '@bindery/frontend/pages';
 *
 * export default {
 *   '/app/loans': { area: 'app', component: 'extensions/loans/loans-page.tsx', menu: 'tabs' },
 * } satisfies ExtensionPages;
 */
export type { ManagerSlots, PanelCall, Slot } from '@bindery/contract/api/manager-slots.ts';
export type { AppFeature, HomeData } from '../app/feature.ts';
export { type Reading, useRead } from '../app/use-read.ts';
export { currentSession, may, refreshSession, useSession } from '../shell/auth/session.ts';
export { ownKey } from '../shell/browser/stored.ts';
export { usePageTitle } from '../shell/layout/page-title.ts';
export type { ExtensionPages, TypedPage } from '../shell/pages.ts';
