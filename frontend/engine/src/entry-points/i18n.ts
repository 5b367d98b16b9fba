/**
 * The language of a page, its dates, and the types of texts. Texts themselves come from `useTranslation` of
 * react-i18next.
 *
 * @example
 * import { useDate } from '@bindery/frontend/i18n';
 *
 * export function Founded({ on }: { on: string }) {
 *   return <time>{useDate(on)}</time>;
 * }
 */
export {
  dayAndTime,
  dayStyle,
  formatDate,
  formatDateTime,
  formatRelative,
  formatTime,
  useDate,
} from '../shell/i18n/format.ts';
export type { English, Namespace, TextKey, TextValues } from '../shell/i18n/keys.ts';
export { useLanguage } from '../shell/i18n/use-language.ts';
