import { columnTypeOf } from './column-type.ts';
import { fieldKind, isKindName } from './fields/kinds.ts';

/** What a field says about the value of a user, whether stated in an entry or with its defaults filled in. */
interface UserField {
  readonly kind: string;
  readonly computed?: unknown;
  readonly values?: readonly string[] | undefined;
}

/** The fields of a user that every condition gets, whatever the entry `users` has. */
const ALWAYS: readonly string[] = ['id', 'email', 'role'];

/** Returns the names of the fields of `users` that conditions may use besides: those with one value of their own. */
export const ownUserFields = (fields: Readonly<Record<string, UserField>>): string[] =>
  Object.entries(fields).flatMap(([name, { kind, computed }]) => {
    if (ALWAYS.includes(name) || computed !== undefined || !isKindName(kind)) return [];
    return fieldKind(kind).join || fieldKind(kind).upload ? [] : [name];
  });

const NOBODY = '00000000-0000-7000-8000-000000000000';
const MOMENT = '2027-01-31T12:00:00.000Z';

/** Returns a value of such a field that conditions are tried with. */
export const sampleUserValue = ({ kind, values }: UserField): string | number | boolean => {
  if (values?.[0] !== undefined) return values[0];
  switch (isKindName(kind) ? columnTypeOf({ kind }) : 'text') {
    case 'boolean':
      return true;
    case 'integer':
    case 'bigint':
      return 1;
    case 'decimal':
      return '1';
    case 'date':
      return MOMENT.slice(0, '2027-01-31'.length);
    case 'datetime':
      return MOMENT;
    case 'uuid':
      return NOBODY;
    default:
      return 'somebody';
  }
};
