import { Refine } from '@refinedev/core';
import routerProvider from '@refinedev/react-router';
import { Outlet } from 'react-router';
import { accessControlProvider } from '../auth/access-control-provider.ts';
import { authProvider } from '../auth/auth-provider.ts';
import { ManagerLayout } from './layout/manager-layout.tsx';
import { dataProvider } from './refine/data-provider.ts';
import { i18nProvider, notificationProvider } from './refine/providers.ts';
import { queryClient } from './refine/query-client.ts';
import { refineResources } from './refine/resources.ts';

/** Renders the manager: Refine's providers, the layout and the current page. */
export function Component() {
  return (
    <Refine
      routerProvider={routerProvider}
      dataProvider={dataProvider}
      authProvider={authProvider}
      accessControlProvider={accessControlProvider}
      i18nProvider={i18nProvider}
      notificationProvider={notificationProvider}
      resources={refineResources}
      options={{
        disableTelemetry: true,
        mutationMode: 'pessimistic',
        reactQuery: { clientConfig: queryClient },
      }}
    >
      <ManagerLayout>
        <Outlet />
      </ManagerLayout>
    </Refine>
  );
}
