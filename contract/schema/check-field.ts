import type { Entries, Entry } from './entry.ts';
import { type ReportMistake, unknownName } from './error.ts';
import type { CommonOptions, Field } from './fields/field.ts';
import { fieldKind, isKindName } from './fields/kinds.ts';
import { roles } from './rights.ts';

const COMMON: readonly string[] = Object.keys({
  kind: true,
  required: true,
  unique: true,
  readOnly: true,
  help: true,
  filter: true,
  sort: true,
  readBy: true,
  when: true,
  was: true,
} satisfies Record<keyof CommonOptions | 'kind', true>);

type AnyField = Field & CommonOptions & { readonly to?: string; readonly default?: unknown };

/** Checks one field of an entry: its kind, its options, and their combination. */
export const checkField = (about: {
  name: string;
  field: AnyField;
  entry: Entry;
  entries: Entries;
  reportMistake: ReportMistake;
}): void => {
  const { name, field, entry, entries } = about;
  const key = `fields.${name}`;
  const reportMistake: ReportMistake = (option, value, problem) =>
    about.reportMistake(`${key}.${option}`, value, problem);
  if (!isKindName(field?.kind)) {
    about.reportMistake(key, field, 'is not made by one of the field builders');
    return;
  }

  const kind = fieldKind(field.kind);
  const known = [...COMMON, ...Object.keys(kind.options)];
  for (const option of Object.keys(field))
    if (!known.includes(option)) reportMistake(option, option, unknownName(option, known));
  kind.check?.({ ...kind.options, ...field }, reportMistake);

  if (field.to !== undefined && !Object.hasOwn(entries, field.to))
    reportMistake('to', field.to, unknownName(field.to, Object.keys(entries)));
  if (kind.isLong && field.sort)
    reportMistake('sort', field.sort, `cannot be: a ${field.kind} is too long to sort by`);
  if (kind.isLong && field.unique)
    reportMistake('unique', field.unique, `cannot be: a ${field.kind} is too long`);
  if (field.unique !== undefined && ![true, false, 'exact'].includes(field.unique))
    reportMistake('unique', field.unique, 'must be true, false or "exact"');
  if (field.required && field.readOnly && field.default === undefined && entry.managedBy !== 'auth')
    reportMistake('readOnly', true, 'leaves a required field without a value; give it a default');
  for (const role of field.readBy ?? [])
    if (!roles.includes(role)) reportMistake('readBy', role, unknownName(role, roles));
  if (field.readBy && field.required && !field.readOnly && field.default === undefined) {
    const blind = roles.filter(
      (role) => entry.rights?.[role]?.includes('create') && !field.readBy?.includes(role),
    );
    if (blind.length > 0)
      reportMistake('readBy', field.readBy, `hides a required field from ${blind}, who may create`);
  }
};
