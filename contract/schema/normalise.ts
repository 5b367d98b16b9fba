import type { Entry, UniqueEntry } from './entry.ts';
import { datetime } from './fields/datetime.ts';
import type { CommonOptions, Field } from './fields/field.ts';
import { fieldKind, type KindName } from './fields/kinds.ts';
import { labelParts } from './label.ts';
import { columnName, databaseName, foldedColumnName, readable, singularOf, snakeCase } from './names.ts';
import type { Order, Resource, ResourceField, UniqueRule } from './resource.ts';
import { roles } from './rights.ts';

type StatedField = Field & CommonOptions & { readonly search?: boolean; readonly default?: unknown };

/** Fills in the defaults of an entry's field. */
const normaliseField = (name: string, stated: StatedField): ResourceField => {
  const kind = fieldKind(stated.kind as KindName);
  const options = { ...kind.options, ...stated };
  const indexed = kind.indexed(options);
  const filter = stated.filter ?? indexed;
  const sort = !kind.isLong && (stated.sort ?? indexed);
  const search = stated.search === true;
  const column = kind.column(options);
  const ownColumn = columnName(name, { isReference: 'to' in stated });
  const { when } = stated;
  const required = stated.required === true && when === undefined;
  return Object.freeze({
    ...options,
    name,
    kind: stated.kind as KindName,
    title: readable(name),
    required,
    when,
    isRequiredWhen: stated.required === true && when !== undefined,
    unique: stated.unique === true || stated.unique === 'exact',
    readOnly: stated.readOnly === true,
    default: stated.default,
    help: stated.help,
    search,
    filter,
    sort,
    readBy: stated.readBy ?? roles,
    operators: filter ? [...kind.operators, ...(required ? [] : (['null'] as const))] : [],
    was: stated.was,
    column: ownColumn,
    type: column,
    isFolded: kind.folded === true,
    searchColumn: kind.folded && (search || filter || sort) ? foldedColumnName(ownColumn) : undefined,
  });
};

/** The fields that every record has besides its id, maintained by the server. */
const own = Object.freeze({
  createdAt: normaliseField('createdAt', datetime({ required: true, readOnly: true })),
  updatedAt: normaliseField('updatedAt', datetime({ required: true, readOnly: true })),
});

const orderOf = (sort: string): Order =>
  sort.startsWith('-') ? { field: sort.slice(1), direction: 'desc' } : { field: sort, direction: 'asc' };

/** Creates a unique rule. Its name depends on how it compares, so that migrations notice a change. */
const uniqueRule = (
  { table, all }: { table: string; all: readonly ResourceField[] },
  { fields, reportOn, exact, nulls = 'distinct' }: UniqueEntry,
): UniqueRule => {
  const isExact = exact === true || !all.some(({ name, isFolded }) => isFolded && fields.includes(name));
  const ending = `${isExact ? '' : 'folded_'}unique${nulls === 'same' ? '_nulls' : ''}`;
  return {
    name: databaseName(table, ...fields.map(snakeCase), ending),
    fields,
    reportOn: reportOn ?? fields[0]!,
    exact: isExact,
    nulls,
  };
};

/** Converts a checked entry to its Resource, with every default except that of the label. */
export const normalise = (name: string, entry: Entry): Resource => {
  const singular = entry.singular ?? singularOf(name);
  const table = snakeCase(name);
  // Without a prototype: names from requests are looked up in it.
  const fields: Record<string, ResourceField> = Object.create(null);
  for (const [key, stated] of Object.entries(entry.fields)) fields[key] = normaliseField(key, stated);
  const all = Object.values(fields);
  const label = entry.label ?? 'id';
  const ownUnique = all
    .filter((field) => field.unique)
    .map(({ name: field }) => ({
      fields: [field],
      // Columns managed by better-auth keep its exact unique constraints.
      exact: entry.managedBy === 'auth' || (entry.fields[field] as CommonOptions).unique === 'exact',
    }));
  return Object.freeze({
    name,
    singular,
    title: readable(name),
    singularTitle: readable(singular),
    table,
    group: entry.group ?? 'application',
    fields: Object.freeze(fields),
    own,
    label,
    labelParts: labelParts(label),
    search: all.filter((field) => field.search).map((field) => field.name),
    unique: [...ownUnique, ...(entry.unique ?? [])].map((rule) => uniqueRule({ table, all }, rule)),
    sort: orderOf(entry.sort ?? (fields[label]?.sort ? label : '-createdAt')),
    list: entry.list ?? all.filter(({ kind }) => !fieldKind(kind).isLong).map((field) => field.name),
    layout: (entry.layout ?? [{ name: '', fields: Object.keys(fields) }]).map(
      ({ columns = 1, ...section }) => ({
        ...section,
        title: readable(section.name),
        columns,
      }),
    ),
    rights: { admin: entry.rights.admin ?? [], user: entry.rights.user ?? [] },
    managedBy: entry.managedBy ?? 'app',
    dashboard: entry.dashboard,
    was: entry.was,
  });
};
