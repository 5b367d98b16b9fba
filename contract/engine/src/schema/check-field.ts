import { checkComputed } from './check-computed.ts';
import { checkDynamicDefault, checkStaticDefault } from './check-default.ts';
import { isFixedByRows } from './check-where.ts';
import type { Entries, Entry } from './entry.ts';
import { type ReportMistake, unknownName } from './error.ts';
import type { CommonOptions, Field } from './fields/field.ts';
import { fieldKind, isKindName } from './kinds.ts';
import { PUBLIC, type Role, type Roles } from './roles.ts';

const COMMON: readonly string[] = Object.keys({
  kind: true,
  required: true,
  unique: true,
  readOnly: true,
  computed: true,
  title: true,
  help: true,
  description: true,
  filter: true,
  sort: true,
  readBy: true,
  writeBy: true,
  when: true,
  was: true,
} satisfies Record<keyof CommonOptions | 'kind', true>);

type AnyField = Field & CommonOptions & { readonly to?: string; readonly default?: unknown };

/** Checks a field with a join table: options for single values do not apply. */
const checkJoin = (field: AnyField, reportMistake: ReportMistake): void => {
  if (field.sort) reportMistake('sort', field.sort, 'cannot be: records have several of these values');
  if (field.unique) reportMistake('unique', field.unique, 'cannot be: records have several of these values');
};

/** Returns the name of a builder that was given instead of a field; undefined for another function. */
const builderName = (stated: object): string | undefined => {
  const { kind } = stated as { readonly kind?: { readonly name?: string } };
  return isKindName(kind?.name) ? kind.name : undefined;
};

const SWITCHES = ['required', 'readOnly', 'filter', 'sort'] as const;
const LISTS_OF_ROLES = ['readBy', 'writeBy'] as const;

/** Reports common options of an invalid type that bypassed the types; returns whether there are any. */
const checkTypes = (field: AnyField, reportMistake: ReportMistake): boolean => {
  const isWrong = (option: (typeof SWITCHES)[number]) =>
    field[option] !== undefined && typeof field[option] !== 'boolean';
  const switches = SWITCHES.filter(isWrong);
  for (const option of switches) reportMistake(option, field[option], 'must be true or false');
  const lists = LISTS_OF_ROLES.filter(
    (option) => field[option] !== undefined && !Array.isArray(field[option]),
  );
  for (const option of lists) reportMistake(option, field[option], 'must be a list of roles');
  return switches.length + lists.length > 0;
};

/** Checks one field of an entry: its kind, its options, and their combination. */
export const checkField = (about: {
  name: string;
  field: AnyField;
  resource: string;
  entry: Entry;
  entries: Entries;
  roles: Roles;
  reportMistake: ReportMistake;
}): void => {
  const { name, field, entry, entries } = about;
  const everybody = [...about.roles.names, PUBLIC];
  const key = `fields.${name}`;
  const reportMistake: ReportMistake = (option, value, problem) =>
    about.reportMistake(`${key}.${option}`, value, problem);
  if (!isKindName(field?.kind)) {
    const builder = typeof field === 'function' ? builderName(field) : undefined;
    if (builder) about.reportMistake(key, builder, `is only the builder: call it, as in ${builder}()`);
    else about.reportMistake(key, field, 'is not made by one of the field builders');
    return;
  }

  if (checkTypes(field, reportMistake)) return;
  const kind = fieldKind(field.kind);
  const known = [...COMMON, ...Object.keys(kind.options)];
  for (const option of Object.keys(field))
    if (!known.includes(option)) reportMistake(option, option, unknownName(option, known));
  kind.check?.({ ...kind.options, ...field }, reportMistake);

  if ('to' in kind.options && typeof field.to !== 'string') {
    reportMistake('to', undefined, `must be the name of a resource: ${Object.keys(entries).join(', ')}`);
    return;
  }
  if (field.to !== undefined && !Object.hasOwn(entries, field.to))
    reportMistake('to', field.to, unknownName(field.to, Object.keys(entries)));
  if (kind.join) checkJoin(field, reportMistake);
  if (kind.isLong && field.sort)
    reportMistake('sort', field.sort, `cannot be: a ${field.kind} is too long to sort by`);
  if (kind.isUnordered && field.sort)
    reportMistake('sort', field.sort, `cannot be: ${field.kind}s have no order`);
  if (kind.isLong && field.unique)
    reportMistake('unique', field.unique, `cannot be: a ${field.kind} is too long`);
  if (field.unique !== undefined && ![true, false, 'exact'].includes(field.unique))
    reportMistake('unique', field.unique, 'must be true, false or "exact"');
  checkComputed({ ...about, reportMistake });
  checkDynamicDefault({ field, kind, entry, reportMistake });
  checkStaticDefault({ field, kind, reportMistake });
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
        entry.rights?.[role]?.includes('create') &&
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
