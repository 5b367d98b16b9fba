import { directionOf } from '@bindery/contract/records/init.ts';
import type { FormatterModule } from 'i18next';
import { matchLanguage } from './languages.ts';

// First strong isolate … pop directional isolate: an email address or a title keeps its own direction in
// Arabic.
const isolate = (value: unknown) => `\u2068${value}\u2069`;

const isRightToLeft = (language: string | undefined) =>
  directionOf(matchLanguage(language) ?? 'en') === 'rtl';

/**
 * i18next formatter module: formats numbers in the language of the page. In a right-to-left language it wraps
 * every other value in bidi isolates.
 */
export const formatter: FormatterModule = {
  type: 'formatter',
  init: () => {},
  add: () => {},
  addCached: () => {},
  format: (value: unknown, _format, language) => {
    if (typeof value === 'number') return new Intl.NumberFormat(language).format(value);
    return value !== undefined && isRightToLeft(language) ? isolate(value) : (value as string);
  },
};
