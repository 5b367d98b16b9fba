import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { settings } from '../session/init.ts';

/** Returns `🧪 Staging · Books · Bindery`: environment, page and product, without empty parts. */
export function composeTitle(page: string, product: string): string {
  const { environment } = settings();
  const prefix = environment && [environment.emoji, environment.name].filter(Boolean).join(' ');
  return [prefix, page, product].filter(Boolean).join(' · ');
}

/** Sets the document title for a page. */
export function usePageTitle(page: string): void {
  const { t } = useTranslation();
  const title = composeTitle(page, t('common.product'));
  useEffect(() => {
    document.title = title;
  }, [title]);
}
