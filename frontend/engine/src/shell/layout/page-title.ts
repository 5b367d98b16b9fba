import * as product from 'virtual:bindery/product';
import { joinTitle } from '@bindery/contract/api/texts/join-title.ts';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useMatches } from 'react-router';
import { settings } from '../http/init.ts';
import type { TextKey } from '../i18n/keys.ts';
import { useLanguage } from '../i18n/use-language.ts';

/** Returns `🧪 Staging · Books · Bindery`: environment, page and product, without empty parts. */
function composeTitle(page: string, dir: 'ltr' | 'rtl'): string {
  const { environment } = settings();
  const prefix = environment && [environment.emoji, environment.name].filter(Boolean).join(' ');
  return joinTitle([prefix, page, product.name], dir);
}

/** Sets the document title: the given one, or by default the route's in the page table. */
export function usePageTitle(page?: string): void {
  const { t } = useTranslation();
  const key = (useMatches().at(-1)?.handle as { title?: TextKey } | undefined)?.title;
  const title = composeTitle(page ?? (key ? t(key) : ''), useLanguage().dir);
  useEffect(() => {
    document.title = title;
  }, [title]);
}
