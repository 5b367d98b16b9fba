import { z } from 'zod';
import { checkComputed } from './check-computed.ts';
import { isFixedByRows } from './check-where.ts';
import type { CheckedField } from './checked-entry.ts';
import { type ReportMistake, unknownName } from './error.ts';
import { type DynamicDefault, defaultSources, isDynamicDefault } from './fields/dynamic-default.ts';
import { MAX_ADDRESS_LENGTH } from './fields/email.ts';
import type { Kind } from './fields/field.ts';
import { isKindName, kindOf, type StatedField } from './kinds.ts';
import { withArticle } from './names.ts';
import { PUBLIC, type Role } from './roles.ts';
import { COMMON_OPTIONS, checkShape, reportBelow } from './shapes.ts';

/** A field of an entry with the options that a default depends on. */
type AnyField = StatedField & {
  readonly min?: unknown;
  readonly max?: unknown;
  readonly pattern?: unknown;
};

/** Returns the name of a builder that was given instead of a field; undefined for another function. */
const builderName = (stated: object): string | undefined => {
  const { kind } = stated as { readonly kind?: { readonly name?: string } };
  return isKindName(kind?.name) ? kind.name : undefined;
};

/** Checks that a field has a kind, and common options of valid types, on which all other checks rely. */
export const checkFieldShape = (name: string, field: unknown, reportMistake: ReportMistake): boolean => {
  const key = `fields.${name}`;
  const { kind } = (field ?? {}) as { readonly kind?: unknown };
  if (isKindName(kind)) return checkShape(COMMON_OPTIONS, field, reportBelow(key, reportMistake));
  const builder = typeof field === 'function' ? builderName(field) : undefined;
  if (builder) reportMistake(key, builder, `is only the builder: call it, as in ${builder}()`);
  else reportMistake(key, field, 'is not made by one of the field builders');
  return false;
};

const SEVERAL_VALUES = 'records have several of these values';

/** Returns why records cannot be sorted by fields of a kind; undefined if they can. */
export const whyUnsortable = ({ name, join, isLong, isUnordered }: Kind): string | undefined => {
  if (join) return SEVERAL_VALUES;
  if (isLong) return `${withArticle(name)} is too long to sort by`;
  return isUnordered ? `${name}s have no order` : undefined;
};

/** Checks one field of an entry: its kind, its options, and their combination. */
export const checkField = (given: CheckedField): void => {
  const { name, field, entry, entries, everybody } = given;
  const reportMistake = reportBelow(`fields.${name}`, given.reportMistake);
  const about = { ...given, reportMistake };
  const kind = kindOf(field);
  const known = Object.keys({ ...COMMON_OPTIONS.shape, ...kind.options });
  for (const option of Object.keys(field))
    if (!known.includes(option)) reportMistake(option, option, unknownName(option, known));
  kind.check?.({ ...kind.options, ...field }, reportMistake, z);

  if ('to' in kind.options && typeof field.to !== 'string') {
    reportMistake('to', undefined, `must be the name of a resource: ${Object.keys(entries).join(', ')}`);
    return;
  }
  if (field.to !== undefined && !Object.hasOwn(entries, field.to))
    reportMistake('to', field.to, unknownName(field.to, Object.keys(entries)));
  const refuse = (option: 'sort' | 'unique', problem: string) => {
    if (field[option]) reportMistake(option, field[option], `cannot be: ${problem}`);
  };
  const unsortable = whyUnsortable(kind);
  if (unsortable) refuse('sort', unsortable);
  if (kind.join) refuse('unique', SEVERAL_VALUES);
  if (kind.isLong) refuse('unique', `${withArticle(field.kind)} is too long`);
  checkComputed(about);
  checkDynamicDefault(about, kind);
  checkStaticDefault(about, kind);
  if (field.required && field.readOnly && field.default === undefined && entry.managedBy !== 'auth')
    reportMistake('readOnly', true, 'leaves a required field without a value; give it a default');
  for (const option of ['readBy', 'writeBy'] as const)
    for (const role of field[option] ?? [])
      if (!everybody.includes(role)) reportMistake(option, role, unknownName(role, everybody));
  const readers: readonly Role[] = field.readBy ?? everybody;
  const writers: readonly Role[] = field.writeBy ?? readers;
  const unseeing = writers.filter((role) => !readers.includes(role));
  if (unseeing.length > 0)
    reportMistake('writeBy', field.writeBy, `lets ${unseeing} write a field that they may not read`);
  if (field.readOnly && field.writeBy)
    reportMistake('writeBy', field.writeBy, 'cannot be: a read-only field is never written');
  if (field.required && !field.readOnly && field.default === undefined) {
    const blind = everybody.filter(
      (role) =>
        entry.rights[role]?.includes('create') &&
        !writers.includes(role) &&
        !isFixedByRows(entry, { entries, role, name }),
    );
    if (blind.length > 0)
      reportMistake(
        field.writeBy ? 'writeBy' : 'readBy',
        field.writeBy ?? field.readBy,
        field.writeBy
          ? `keeps ${blind}, who may create records, from writing a required field`
          : `hides a required field from ${blind}, who may create records`,
      );
  }
};

/**
 * Checks a static default: the field must accept it in a request, by its kind and bounds. Kinds that list
 * their values report others themselves.
 */
const checkStaticDefault = ({ field, reportMistake }: CheckedField, kind: Kind): void => {
  const { default: value } = field;
  if (value === undefined || isDynamicDefault(value)) return;
  if (Array.isArray(field.values) || kind.defaultSources?.some((source) => source === value)) return;
  try {
    const { error } = kind.schema(z, { ...kind.options, ...field }).safeParse(value);
    if (!error) return;
    const taken = error.issues.flatMap((issue) => whatIsTaken(issue) ?? [])[0];
    reportMistake('default', value, `is not a value of the field${taken ? `, which accepts ${taken}` : ''}`);
  } catch {
    // The kind reports options from which no schema can be built.
  }
};

/**
 * Checks the dynamic default of a field: its kind must support it, and its rules must never reject the
 * values. Also rejects the name of a dynamic default in quotes.
 */
const checkDynamicDefault = (about: CheckedField, kind: Kind): void => {
  const { entry, reportMistake } = about;
  const field: AnyField = about.field;
  const { default: value } = field;
  const report = (problem: string) => reportMistake('default', value, problem);
  if (typeof value === 'object' && value !== null && !isDynamicDefault(value))
    report(`must be a value, or one of ${defaultSources.join(', ')}`);
  const source = kind.defaultSources?.find((one) => one === value);
  if (source) report(`is a text; write ${source} without quotes, imported from @bindery/contract`);
  if (!isDynamicDefault(value)) return;
  const { from }: DynamicDefault = value;
  if (!kind.defaultSources?.includes(from)) {
    const fitting = kind.defaultSources?.join(', ');
    report(`is not a default of ${withArticle(field.kind)}${fitting ? `; available: ${fitting}` : ''}`);
  }
  if (from === 'currentUser.id' && field.to !== 'users')
    report(`is a user, and the field refers to ${field.to ?? 'no records'}`);
  const isTime = from === 'today' || from === 'now';
  if (isTime && field.max !== undefined) report('would be above max one day');
  if (isTime && typeof field.min === 'string' && Date.parse(field.min) > Date.now())
    report(`is before min (${field.min})`);
  if (from === 'currentUser.email' && Number(field.max ?? MAX_ADDRESS_LENGTH) < MAX_ADDRESS_LENGTH)
    report(`may be longer than max (${field.max}); an address has up to ${MAX_ADDRESS_LENGTH} characters`);
  if (from === 'currentUser.email' && field.pattern !== undefined) report('may not match the pattern');
  const cannotSet = field.readOnly || (field.writeBy ?? field.readBy)?.includes(PUBLIC) === false;
  if (!isTime && field.required && cannotSet && entry.rights[PUBLIC]?.includes('create'))
    report('leaves the records of public without a required value, because public has no user');
};

/** The names of zod's types in errors. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
};

/** The names of zod's formats in errors. */
const FORMATS: Readonly<Record<string, string>> = {
  date: 'a day such as "2027-01-31"',
  datetime: 'a timestamp such as "2027-01-31T12:00:00Z"',
  email: 'an email address',
  url: 'a web address that starts with http:// or https://',
  uuid: 'an id',
};

/** What a rule of a field kind requires, by the key of its error. */
const RULES: Readonly<Record<string, (values: Readonly<Record<string, unknown>>) => string>> = {
  'errors.tooEarly': ({ min }) => `nothing before ${min}`,
  'errors.tooLate': ({ max }) => `nothing after ${max}`,
  'errors.tooSmall': ({ min }) => `at least ${min}`,
  'errors.tooBig': ({ max }) => `at most ${max}`,
  'errors.invalidDecimal': ({ precision, scale }) =>
    `a number with at most ${precision} digits, ${scale} of them decimals`,
};

/**
 * Returns what a field accepts instead of a value that its schema has rejected, in words for authors of
 * entries; undefined if the rule belongs to a custom kind.
 */
function whatIsTaken(issue: z.core.$ZodIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return TYPES[issue.expected];
    case 'too_small':
      return `at least ${issue.minimum}${issue.origin === 'string' ? ' characters' : ''}`;
    case 'too_big':
      return `at most ${issue.maximum}${issue.origin === 'string' ? ' characters' : ''}`;
    case 'invalid_format':
      return 'pattern' in issue && issue.format === 'regex'
        ? `a text that matches ${issue.pattern}`
        : FORMATS[issue.format];
    case 'custom': {
      const { key, values = {} } = (issue.params ?? {}) as { key?: string; values?: Record<string, unknown> };
      return key === undefined ? undefined : RULES[key]?.(values);
    }
    default:
      return undefined;
  }
}
