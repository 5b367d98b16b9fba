import { tenantFields } from './check-where.ts';
import { computedRule } from './computed.ts';
import type { Entries, Entry, UniqueEntry } from './entry.ts';
import type { Computed } from './fields/computed.ts';
import { datetime } from './fields/datetime.ts';
import { isDynamicDefault } from './fields/dynamic-default.ts';
import { fieldKind, type KindName, type StatedField, statedField } from './kinds.ts';
import { labelParts } from './label.ts';
import {
  columnName,
  databaseName,
  foldedColumnName,
  hashOf,
  JOIN_COLUMNS,
  joinTableName,
  readable,
  singularOf,
  snakeCase,
} from './names.ts';
import type { Order, Resource, ResourceField, UniqueRule } from './resource.ts';
import type { Action } from './rights.ts';
import { PUBLIC, type Role } from './roles.ts';
import { fieldsIn } from './template.ts';
import { type RowRules, type RulesByAction, rulesByAction } from './where.ts';

interface Stating {
  readonly name: string;
  readonly stated: StatedField;
  readonly table: string;
  readonly everybody: readonly Role[];
  /** The roles that may read the field if its entry does not say so; all by default. */
  readonly readers?: readonly Role[];
  readonly valueTitles?: Readonly<Record<string, string>>;
}

/** Fills in the defaults of an entry's field. */
const normaliseField = (stating: Stating): ResourceField => {
  const { name, stated, table, everybody, readers = everybody, valueTitles = {} } = stating;
  const kind = fieldKind(stated.kind as KindName);
  const options = { ...kind.options, ...stated };
  const computed =
    stated.computed === undefined
      ? undefined
      : Object.freeze(computedRule(stated.computed, { ofAll: stated.readBy !== undefined }));
  const isFunction = computed !== undefined && 'from' in computed;
  const indexed = kind.indexed?.(options) !== false && !isFunction;
  const filter = stated.filter ?? indexed;
  const join = kind.join && { ...kind.join(options), table: joinTableName(table, name) };
  const sort = !kind.isLong && !kind.isUnordered && !join && (stated.sort ?? indexed);
  const search = stated.search === true;
  const column = kind.column(options);
  const ownColumn = join ? JOIN_COLUMNS.target : columnName(name, { isReference: 'to' in stated });
  const { when } = stated;
  const isNeverEmpty =
    computed !== undefined && 'aggregate' in computed && ['count', 'sum'].includes(computed.aggregate);
  const required = (stated.required === true && when === undefined) || isNeverEmpty;
  return Object.freeze({
    ...options,
    name,
    kind: stated.kind as KindName,
    title: stated.title ?? readable(name),
    required,
    when,
    isRequiredWhen: stated.required === true && when !== undefined,
    unique: stated.unique === true || stated.unique === 'exact',
    computed,
    readOnly: stated.readOnly === true || computed !== undefined,
    default: isDynamicDefault(stated.default) ? undefined : stated.default,
    defaultFrom: isDynamicDefault(stated.default) ? stated.default.from : undefined,
    help: stated.help,
    description: stated.description,
    search,
    filter,
    sort,
    readBy: stated.readBy ?? readers,
    writeBy: stated.writeBy ?? stated.readBy ?? readers,
    isFixed: false,
    isHiddenFromSome: everybody.some((role) => !(stated.readBy ?? readers).includes(role)),
    operators: [
      ...(filter ? kind.operators : []),
      // Without an index for its values, a field still has the filter for null, unless the entry says no.
      ...(!required && (filter || (stated.filter === undefined && !isFunction)) ? (['null'] as const) : []),
    ],
    valueTitles: { ...valueTitles, ...stated.titles },
    was: stated.was,
    join: join && Object.freeze(join),
    column: ownColumn,
    type: column,
    upload: kind.upload?.(options),
    isFolded: kind.folded === true,
    searchColumn:
      kind.folded && !computed && (search || filter || sort) ? foldedColumnName(ownColumn) : undefined,
  });
};

const timestamp = datetime({ required: true, readOnly: true });

/** Returns the fields that every record has besides its id, maintained by the server. */
const ownFields = ({ archive }: Entry, everybody: readonly Role[]) => {
  const of = (name: string, stated: StatedField) => normaliseField({ name, stated, table: '', everybody });
  return Object.freeze({
    createdAt: of('createdAt', timestamp),
    updatedAt: of('updatedAt', timestamp),
    ...(archive && { archivedAt: of('archivedAt', datetime({ readOnly: true })) }),
  });
};

/** Returns all roles' rights; `delete` implies `restore`. No prototype, as role names are looked up in it. */
const rightsOf = (
  { rights, archive }: Entry,
  everybody: readonly Role[],
): Record<Role, readonly Action[]> => {
  const all: Record<Role, readonly Action[]> = Object.create(null);
  for (const role of everybody) {
    const allowed = rights[role] ?? [];
    const restores = archive && allowed.includes('delete');
    all[role] = restores ? [...new Set([...allowed, 'restore' as const])] : allowed;
  }
  return all;
};

const orderOf = (sort: string): Order =>
  sort.startsWith('-') ? { field: sort.slice(1), direction: 'desc' } : { field: sort, direction: 'asc' };

/** Creates a unique rule. Its name depends on how it compares, so that migrations notice a change. */
const uniqueRule = (
  {
    table,
    all,
    archive,
    rowFields,
  }: { table: string; all: readonly ResourceField[]; archive: boolean; rowFields: readonly string[] },
  { fields: stated, within: rows, reportOn, exact, nulls = 'distinct', when }: UniqueEntry,
): UniqueRule => {
  const within = rows ? rowFields.filter((name) => !stated.includes(name)) : [];
  const fields = [...within, ...stated];
  const isExact = exact === true || !all.some(({ name, isFolded }) => isFolded && fields.includes(name));
  const ending = `${isExact ? '' : 'folded_'}unique${nulls === 'same' ? '_nulls' : ''}${archive ? '_live' : ''}`;
  const suffix = when ? ['when', hashOf(JSON.stringify(when))] : [];
  return {
    name: databaseName(table, ...fields.map(snakeCase), ...suffix, ending),
    fields,
    reportOn: reportOn ?? stated[0]!,
    within,
    exact: isExact,
    nulls,
    when,
  };
};

/** Returns the row rules by role. Without a prototype, like the rights. */
const whereOf = ({ where = {} }: Entry): Record<Role, RulesByAction> => {
  const all: Record<Role, RulesByAction> = Object.create(null);
  for (const [role, rules] of Object.entries(where)) all[role] = rulesByAction(rules as RowRules);
  return all;
};

/** Converts a checked entry to its Resource, with every default except that of the label. */
export const normalise = (
  name: string,
  {
    entry,
    entries,
    roles,
    resourceNamed,
  }: { entry: Entry; entries: Entries } & Pick<Resource, 'roles' | 'resourceNamed'>,
): Resource => {
  const everybody = [...roles.names, PUBLIC];
  const isAuth = entry.managedBy === 'auth';
  const singular = entry.singular ?? singularOf(name);
  const table = snakeCase(name);
  // Without a prototype, because requests provide the names to look up.
  const fields: Record<string, ResourceField> = Object.create(null);
  for (const [key, stated] of Object.entries<StatedField>(entry.fields)) {
    const { computed } = stated;
    const derived = computed !== undefined && stated.readBy === undefined;
    const readers = derived ? computedReaders(computed, { entry, entries, everybody }) : everybody;
    const valueTitles = isAuth && key === 'role' ? roles.titles : {};
    fields[key] = normaliseField({ name: key, stated, table, everybody, readers, valueTitles });
  }
  const all = Object.values(fields);
  const label = entry.label ?? 'id';
  const ownUnique = all
    .filter((field) => field.unique)
    .map(({ name: field }) => ({
      fields: [field],
      // The only unique column of better-auth keeps its exact constraint.
      exact: (isAuth && field === 'email') || statedField(entry, field)?.unique === 'exact',
    }));
  return Object.freeze({
    name,
    singular,
    title: entry.title ?? readable(name),
    singularTitle: entry.singularTitle ?? readable(singular),
    description: entry.description,
    icon: entry.icon,
    table,
    group: entry.group ?? 'application',
    fields: Object.freeze(fields),
    own: ownFields(entry, everybody),
    label,
    labelParts: labelParts(label),
    search: all.filter((field) => field.search).map((field) => field.name),
    unique: [...ownUnique, ...(entry.unique ?? [])].map((rule) =>
      uniqueRule({ table, all, archive: entry.archive === true, rowFields: tenantFields(entry) }, rule),
    ),
    sort: orderOf(entry.sort ?? (fields[label]?.sort ? label : '-createdAt')),
    list: entry.list ?? all.filter(({ kind }) => !fieldKind(kind).isLong).map((field) => field.name),
    layout: (entry.layout ?? [{ name: '', fields: Object.keys(fields) }]).map(
      ({ columns = 1, title, ...section }) => ({
        ...section,
        title: title ?? readable(section.name),
        columns,
      }),
    ),
    rights: rightsOf(entry, everybody),
    where: whereOf(entry),
    resourceNamed,
    roles,
    managedBy: entry.managedBy ?? 'app',
    dashboard: entry.dashboard,
    archive: entry.archive === true,
    was: entry.was,
  });
};

/** Returns the names of the fields of the record itself that a filter uses. */
const fieldsInFilter = (filter: unknown): string[] =>
  typeof filter !== 'object' || filter === null
    ? []
    : Object.entries(filter).flatMap(([name, operand]) => {
        if (name === 'not') return fieldsInFilter(operand);
        if (name === 'and' || name === 'or') return (operand as unknown[]).flatMap(fieldsInFilter);
        return [name];
      });

/** Returns the roles that may read a computed field without `readBy`: those that may read all its sources. */
const computedReaders = (
  computed: Computed,
  { entry, entries, everybody }: { entry: Entry; entries: Entries; everybody: readonly Role[] },
): readonly Role[] => {
  const rule = computedRule(computed, { ofAll: false });
  const reads = (role: Role, entryOf: Entry, name: string): boolean => {
    const field = statedField(entryOf, name);
    if (field?.readBy || field?.computed === undefined) return field?.readBy?.includes(role) ?? true;
    return computedReaders(field.computed, { entry: entryOf, entries, everybody: [role] }).length > 0;
  };
  const readAll = (role: Role, entryOf: Entry, names: readonly string[]): boolean =>
    names.every((name) => reads(role, entryOf, name));
  if ('aggregate' in rule) {
    const target = entries[rule.of]!;
    const names = [rule.through, ...fieldsInFilter(rule.where), ...(rule.field ? [rule.field] : [])];
    return everybody.filter((role) => target.rights[role]?.includes('read') && readAll(role, target, names));
  }
  const names = 'parts' in rule ? fieldsIn(rule.parts) : rule.from;
  return everybody.filter((role) => readAll(role, entry, names));
};
