import { booleanKind } from './boolean.ts';
import { dateKind } from './date.ts';
import { datetimeKind } from './datetime.ts';
import { decimalKind } from './decimal.ts';
import { emailKind } from './email.ts';
import type { Kind } from './field.ts';
import { integerKind } from './integer.ts';
import { longTextKind } from './long-text.ts';
import { referenceKind } from './reference.ts';
import { selectKind } from './select.ts';
import { textKind } from './text.ts';
import { urlKind } from './url.ts';

/** All field kinds, by the name that their builder sets. A new kind is added here and in frontend/manager/fields. */
export const kinds = {
  text: textKind,
  longText: longTextKind,
  integer: integerKind,
  decimal: decimalKind,
  boolean: booleanKind,
  date: dateKind,
  datetime: datetimeKind,
  select: selectKind,
  email: emailKind,
  url: urlKind,
  reference: referenceKind,
} as const;

/** The name of a kind of field. */
export type KindName = keyof typeof kinds;

/**
 * Returns a kind by its name. Its functions take the field itself as their options: the checks of an entry ensure
 * that a field has every option of its kind.
 */
export const fieldKind = (name: KindName): Kind => kinds[name] as Kind;
