import type { KindName } from '#contract/schema/index.ts';
import { boolean } from './boolean.tsx';
import { date } from './date.tsx';
import { datetime } from './datetime.tsx';
import { decimal } from './decimal.tsx';
import { email } from './email.tsx';
import type { FieldKind } from './field.ts';
import { integer } from './integer.tsx';
import { longText } from './long-text.tsx';
import { reference } from './reference.tsx';
import { select } from './select.tsx';
import { text } from './text.tsx';
import { url } from './url.tsx';

const kinds: Readonly<Record<KindName, FieldKind>> = {
  text,
  longText,
  integer,
  decimal,
  boolean,
  date,
  datetime,
  select,
  email,
  url,
  reference,
};

/** Returns the components of a field kind. Register a new kind here and in contract/schema/fields. */
export const fieldComponents = (name: KindName): FieldKind => kinds[name];
