import type { CheckedEntry } from './checked-entry.ts';
import type { ReportMistake } from './error.ts';
import { isDynamicDefault } from './fields/dynamic-default.ts';
import type { Column } from './fields/field.ts';
import { columnTypeOf, kindOf, type StatedField, statedField } from './kinds.ts';
import { PUBLIC } from './roles.ts';

type SignInType = Extract<Column['type'], 'text' | 'boolean' | 'datetime'>;

/**
 * The fields of users that better-auth has columns for, with their types. better-auth writes them with rules
 * of its own; every other field of the entry `users` belongs to the product and has a column of the product.
 */
export const SIGN_IN_FIELDS: Readonly<Record<string, SignInType>> = {
  name: 'text',
  email: 'text',
  emailVerified: 'boolean',
  image: 'text',
  role: 'text',
  banned: 'boolean',
  banReason: 'text',
  banExpires: 'datetime',
  onboardedAt: 'datetime',
  language: 'text',
  theme: 'text',
};

/** Returns whether better-auth has a column for a field of users. */
export const isSignInField = (name: string): boolean => Object.hasOwn(SIGN_IN_FIELDS, name);

/** What a field says about the value of a user, either in an entry or with defaults filled in. */
interface UserField {
  readonly kind: string;
  readonly computed?: unknown;
  readonly values?: readonly string[] | undefined;
}

/** The fields of a user that every row filter receives, whatever the entry `users` has. */
const ALWAYS: readonly string[] = ['id', 'email', 'role'];

/** Returns whether row filters may use another field of `users`: a single value in its own column. */
export const isRowUserField = (name: string, field: UserField): boolean => {
  const kind = kindOf(field);
  return !ALWAYS.includes(name) && field.computed === undefined && !kind.join && !kind.upload;
};

/** A sample user with whom row filters are run. */
export const SAMPLE_USER = {
  id: '00000000-0000-7000-8000-000000000000',
  email: 'somebody@example.com',
} as const;

const SAMPLES: Readonly<Record<Column['type'], string | number | boolean>> = {
  string: 'somebody',
  text: 'somebody',
  boolean: true,
  integer: 1,
  bigint: 1,
  decimal: '1',
  date: '2027-01-31',
  datetime: '2027-01-31T12:00:00.000Z',
  uuid: SAMPLE_USER.id,
};

/** Returns a sample value of such a field. */
export const sampleUserValue = (field: UserField): string | number | boolean =>
  field.values?.[0] ?? SAMPLES[columnTypeOf(field)];

/** Texts of any length, which one column of better-auth can store. */
const typeOf = (field: StatedField) => columnTypeOf(field).replace('string', 'text');

/** Checks a field that better-auth has a column for: the column decides the field's type and name. */
const checkSignInField = (name: string, field: StatedField, reportMistake: ReportMistake): void => {
  const key = `fields.${name}`;
  if (field.computed !== undefined) return;
  if (typeOf(field) !== SIGN_IN_FIELDS[name])
    reportMistake(
      `${key}.kind`,
      field.kind,
      `cannot be: better-auth has a ${SIGN_IN_FIELDS[name]} with this name; rename the field`,
    );
  if (field.was !== undefined)
    reportMistake(`${key}.was`, field.was, 'cannot be: better-auth owns the column of this field');
};

/** Checks a user field besides better-auth's: it is empty or has a default, as sign-ups do not fill it. */
const checkOwnField = (name: string, field: StatedField, reportMistake: ReportMistake): void => {
  const key = `fields.${name}`;
  if (field.computed !== undefined) return;
  const isFixed = field.default !== undefined && !isDynamicDefault(field.default);
  if (field.required && !isFixed)
    reportMistake(
      `${key}.required`,
      true,
      'needs a default value, because signing up does not fill in the field. Without "required" it may be empty',
    );
  if (field.unique && field.default !== undefined && !isDynamicDefault(field.default))
    reportMistake(`${key}.default`, field.default, 'cannot be: only one user could have it, and sign up');
  if (isSignInField(String(field.was)))
    reportMistake(`${key}.was`, field.was, 'cannot be: better-auth has a column with that name');
};

/** Checks an entry of better-auth: the field of roles, who may change users, fields besides its own. */
export const checkUsers = ({ entry, roles, reportMistake }: CheckedEntry): void => {
  if (entry.managedBy !== 'auth') return;
  const role = statedField(entry, 'role');
  const values = role?.values ?? [];
  const isSame = values.length === roles.names.length && roles.names.every((name) => values.includes(name));
  if (role && !isSame)
    reportMistake('fields.role.values', values, `must be the roles of the config: ${roles.names.join(', ')}`);
  const standard = role?.default;
  if (standard !== undefined && standard !== roles.ofNewUsers)
    reportMistake('fields.role.default', standard, `must be the role of new users: ${roles.ofNewUsers}`);
  for (const [name, field] of Object.entries<StatedField>(entry.fields))
    (isSignInField(name) ? checkSignInField : checkOwnField)(name, field, reportMistake);
  for (const [name, allowed = []] of Object.entries(entry.rights)) {
    if (allowed.some((action) => action !== 'read') && !roles.administrators.includes(name))
      reportMistake(
        `rights.${name}`,
        allowed,
        'cannot be: only roles with "administersUsers" may change users',
      );
    if (name === PUBLIC && allowed.length > 0)
      reportMistake(`rights.${name}`, allowed, 'cannot be: email addresses of users are not public');
  }
};
