import { Outlet } from 'react-router';
import { ManagerKeys } from './keys/manager-keys.tsx';
import { ManagerLayout } from './layout/manager-layout.tsx';
import { RefineContext } from './refine/refine-context.tsx';

/** Renders the manager: Refine's providers, the layout and the current page. */
export function Component() {
  return (
    <RefineContext>
      <ManagerLayout>
        <Outlet />
      </ManagerLayout>
      <ManagerKeys />
    </RefineContext>
  );
}
