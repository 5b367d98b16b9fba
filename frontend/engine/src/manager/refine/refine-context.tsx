import resources from 'virtual:bindery/resources';
import type { Resource } from '@bindery/contract/schema/index.ts';
import {
  type AccessControlProvider,
  type I18nProvider,
  type NotificationProvider,
  Refine,
  type ResourceProps,
} from '@refinedev/core';
import routerProvider from '@refinedev/react-router';
import type { ReactNode } from 'react';
import { authProvider } from '#frontend/shell/auth/auth-provider.ts';
import { notify } from '#frontend/shell/components/toasts.tsx';
import { changeLanguage, currentLanguage, translate } from '#frontend/shell/i18n/i18n.ts';
import type { Language } from '#frontend/shell/i18n/languages.ts';
import { may } from '../../shell/auth/session.ts';
import { addresses } from '../resource.ts';
import { dataProvider } from './data-provider.ts';
import { queryClient } from './query-client.ts';

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

/** Returns the resources in Refine's format, with the paths of their pages and the names in permissions. */
const refineResources = (): ResourceProps[] =>
  Object.values<Resource>(resources).map(({ name, singular }) => ({
    name,
    list: addresses.list(name),
    create: addresses.create(name),
    show: addresses.show(name, ':id'),
    edit: addresses.update(name, ':id'),
    meta: { singular },
  }));

/** Refine's i18n provider. */
const i18nProvider: I18nProvider = {
  translate: (key, options, otherwise) =>
    translate(`manager.${key}`, typeof options === 'object' ? options : undefined, otherwise ?? key),
  changeLocale: (language) => changeLanguage(language as Language),
  getLocale: currentLanguage,
};

// The pages show failed queries themselves, which Refine's `useForm` cannot be configured for.
const isFailedQuery = (key: string | undefined) => key?.endsWith('-getOne-notification') ?? false;

/** Refine's notification provider, which shows the same toasts as the other pages. */
const notificationProvider: NotificationProvider = {
  open: ({ type, message, description, key }) => {
    if (isFailedQuery(key)) return;
    const options = {
      ...(key !== undefined && { id: key }),
      ...(description !== undefined && { description }),
    };
    void notify(type === 'progress' ? 'loading' : type, message, options);
  },
  close: (key) => void import('sonner').then(({ toast }) => toast.dismiss(key)),
};

// Maps Refine's page actions to the actions of the rights.
const actionOf: Record<string, string> = { list: 'read', show: 'read', edit: 'update', clone: 'create' };

/**
 * Refine's access control. A generated resource is checked by its singular name from `meta.singular` (`books`
 * → `book`), any other resource by its own name.
 */
export const accessControlProvider = {
  can: async ({ resource, action, params }) => {
    const name: unknown = params?.resource?.meta?.singular ?? resource;
    return { can: may(String(name), actionOf[action] ?? action) };
  },
  options: { buttons: { enableAccessControl: true, hideIfUnauthorized: true } },
} satisfies AccessControlProvider;
