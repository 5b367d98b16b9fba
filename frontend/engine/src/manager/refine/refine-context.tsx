import { Refine } from '@refinedev/core';

import type { ReactNode } from 'react';
import { accessControlProvider } from '#frontend/shell/auth/access-control-provider.ts';
import { authProvider } from '#frontend/shell/auth/auth-provider.ts';
import { dataProvider } from './data-provider.ts';
import { i18nProvider, notificationProvider } from './providers.ts';
import { queryClient } from './query-client.ts';
import { refineResources } from './resources.ts';
import { routerProvider } from './router-provider.ts';

/** Provides Refine with our providers and resources. */
export function RefineContext({ children }: { children: ReactNode }) {
  return (
    <Refine
      routerProvider={routerProvider}
      dataProvider={dataProvider}
      authProvider={authProvider}
      accessControlProvider={accessControlProvider}
      i18nProvider={i18nProvider}
      notificationProvider={notificationProvider}
      resources={refineResources()}
      options={{
        disableTelemetry: true,
        mutationMode: 'pessimistic',
        reactQuery: { clientConfig: queryClient },
      }}
    >
      {children}
    </Refine>
  );
}
