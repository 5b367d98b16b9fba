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

/** Returns whether conditions may use a field of `users` besides those: one with a single value in a column of its own. */
export const isRowUserField = (name: string, { kind, computed }: UserField): boolean =>
  !ALWAYS.includes(name) &&
  computed === undefined &&
  isKindName(kind) &&
  !fieldKind(kind).join &&
  !fieldKind(kind).upload;

/** A user whom conditions are tried with, whoever they are. */
export const SAMPLE_USER = {
  id: '00000000-0000-7000-8000-000000000000',
  email: 'somebody@example.com',
} as const;

const MOMENT = '2027-01-31T12:00:00.000Z';

/** Returns a value of such a field, for conditions to be tried with. */
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
      return SAMPLE_USER.id;
    default:
      return 'somebody';
  }
};
