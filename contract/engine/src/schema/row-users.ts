import { columnTypeOf } from './column-type.ts';
import { fieldKind, isKindName } from './kinds.ts';

/** What a field says about the value of a user, either in an entry or with defaults filled in. */
interface UserField {
  readonly kind: string;
  readonly computed?: unknown;
  readonly values?: readonly string[] | undefined;
}

/** The fields of a user that every row filter receives, whatever the entry `users` has. */
const ALWAYS: readonly string[] = ['id', 'email', 'role'];

/**
 * Returns whether row filters may use another field of `users`: one with a single value in its own column.
 */
export const isRowUserField = (name: string, { kind, computed }: UserField): boolean =>
  !ALWAYS.includes(name) &&
  computed === undefined &&
  isKindName(kind) &&
  !fieldKind(kind).join &&
  !fieldKind(kind).upload;

/** A sample user with whom row filters are run. */
export const SAMPLE_USER = {
  id: '00000000-0000-7000-8000-000000000000',
  email: 'somebody@example.com',
} as const;

const TIMESTAMP = '2027-01-31T12:00:00.000Z';

/** Returns a sample value of such a field. */
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
      return TIMESTAMP.slice(0, '2027-01-31'.length);
    case 'datetime':
      return TIMESTAMP;
    case 'uuid':
      return SAMPLE_USER.id;
    default:
      return 'somebody';
  }
};
