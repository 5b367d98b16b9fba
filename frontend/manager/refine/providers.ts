import type { I18nProvider, NotificationProvider } from '@refinedev/core';
import { notify } from '../../components/toasts.ts';
import { changeLanguage, currentLanguage, translate } from '../../i18n/i18n.ts';
import type { Language } from '../../i18n/languages.ts';

/** Refine's i18n provider. */
export const i18nProvider: I18nProvider = {
  translate: (key, options, otherwise) =>
    translate(`manager.${key}`, typeof options === 'object' ? options : undefined, otherwise ?? key),
  changeLocale: (language) => changeLanguage(language as Language),
  getLocale: currentLanguage,
};

/** Refine's notification provider, which shows the same toasts as the other pages. */
export const notificationProvider: NotificationProvider = {
  open: ({ type, message, key }) =>
    void notify(type === 'progress' ? 'loading' : type, message, key === undefined ? undefined : { id: key }),
  close: (key) => void import('sonner').then(({ toast }) => toast.dismiss(key)),
};
