/**
 * The language of a page, its dates, and the types of texts. Texts themselves come from `useTranslation` of react-i18next.
 *
 * @example
 * import { formatDate, useLanguage } from '@bindery/frontend/i18n';
 *
 * export function Founded({ on }: { on: Date }) {
 *   const { language } = useLanguage();
 *   return <time>{formatDate(language, on)}</time>;
 * }
 */
export {
  dayAndTime,
  dayStyle,
  formatDate,
  formatDateTime,
  formatRelative,
  formatTime,
} from '../shell/i18n/format.ts';
export type { English, Namespace, TextKey, TextValues } from '../shell/i18n/keys.ts';
export { useLanguage } from '../shell/i18n/use-language.ts';
