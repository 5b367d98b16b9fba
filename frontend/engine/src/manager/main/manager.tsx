import { menuNamespaces } from '@bindery/contract/api/preloads.ts';
import { Outlet } from 'react-router';
import { loadNamespaces } from '#frontend/shell/i18n/i18n.ts';
import type { Namespace } from '#frontend/shell/i18n/keys.ts';
import { pages } from '#frontend/shell/pages.ts';
import { ManagerKeys } from '../keys/manager-keys.tsx';
import { ManagerLayout } from '../layout/manager-layout.tsx';
import { RefineContext } from '../refine/refine-context.tsx';
import { DeferredBatchPanel } from './deferred-batch-panel.tsx';

/** Loads the texts of the menu items of extensions. */
export const loader = async () => {
  await loadNamespaces(...(menuNamespaces(pages, 'manager') as Namespace[]));
  return null;
};

/** Renders the manager: Refine's providers, the layout and the current page. */
export function Component() {
  return (
    <RefineContext>
      <ManagerLayout above={<DeferredBatchPanel />}>
        <Outlet />
      </ManagerLayout>
      <ManagerKeys />
    </RefineContext>
  );
}
