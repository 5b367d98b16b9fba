import { menuNamespaces } from '@bindery/contract/api/preloads.ts';
import { type ComponentType, useEffect, useState } from 'react';
import { data, type LoaderFunctionArgs, Outlet } from 'react-router';
import { notify } from '#frontend/shell/components/toasts.tsx';
import { loadNamespaces, translate } from '#frontend/shell/i18n/i18n.ts';
import type { Namespace } from '#frontend/shell/i18n/keys.ts';
import { pages } from '#frontend/shell/pages.ts';
import { BATCH_JOBS, fetchBatchJobs, onBatchJob } from '../batches/batch-jobs.ts';
import { ManagerKeys } from '../keys/keys.tsx';
import { ManagerLayout } from '../layout/manager-layout.tsx';
import { queryClient } from '../refine/query-client.ts';
import { RefineContext } from '../refine/refine-context.tsx';

/**
 * Loads the texts of the menu items of extensions. No id of a record contains a `%`, and Refine, which
 * decodes ids once more, would fail.
 */
export const loader = async ({ params }: Pick<LoaderFunctionArgs, 'params'>) => {
  if (params.id?.includes('%')) throw data(null, { status: 404 });
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

/** How long an opened page waits before it requests jobs: it shows records first. */
const WAIT_MS = 2_000;

const load = async () => {
  const [panel] = await Promise.all([import('../batches/batch-panel.tsx'), loadNamespaces('batches')]);
  return panel.default;
};

/**
 * Renders the user's jobs above the page, wherever they were started. Loads the code only if there are some.
 */
export function DeferredBatchPanel() {
  const [Panel, setPanel] = useState<ComponentType>();
  useEffect(() => {
    const show = async () => {
      const panel = await load();
      setPanel(() => panel);
    };
    const stop = onBatchJob((job) => {
      // A job continues without its panel; the next started job tries again.
      show().then(
        () => job && notify('info', translate('batches.started')),
        () => {},
      );
    });
    const timer = setTimeout(async () => {
      const jobs = await queryClient
        .fetchQuery({ queryKey: BATCH_JOBS, queryFn: fetchBatchJobs, retry: false })
        .catch(() => []);
      if (jobs.length > 0) await show().catch(() => {});
    }, WAIT_MS);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, []);
  return Panel ? <Panel /> : null;
}
