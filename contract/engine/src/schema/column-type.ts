import type { Column, Field } from './fields/field.ts';
import { fieldKind, isKindName } from './kinds.ts';

/** Returns the type of a field's column, for checks that distinguish kinds; undefined for an unknown kind. */
export function columnTypeOf({ kind }: Pick<Field, 'kind'>): Column['type'] | undefined {
  if (!isKindName(kind)) return undefined;
  const { column, options } = fieldKind(kind);
  return column(options).type;
}
