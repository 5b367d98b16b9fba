import type { I18nProvider, NotificationProvider } from '@refinedev/core';
import { notify } from '#frontend/shell/components/toasts.ts';
import { changeLanguage, currentLanguage, translate } from '#frontend/shell/i18n/i18n.ts';
import type { Language } from '#frontend/shell/i18n/languages.ts';

/** Refine's i18n provider. */
export const i18nProvider: I18nProvider = {
  translate: (key, options, otherwise) =>
    translate(`manager.${key}`, typeof options === 'object' ? options : undefined, otherwise ?? key),
  changeLocale: (language) => changeLanguage(language as Language),
  getLocale: currentLanguage,
};

// The pages show failed queries themselves, which Refine's `useForm` cannot be configured for.
const isFailedQuery = (key: string | undefined) => key?.endsWith('-getOne-notification') ?? false;

/** Refine's notification provider, which shows the same toasts as the other pages. */
export const notificationProvider: NotificationProvider = {
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
