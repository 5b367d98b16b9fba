import {
  type AbstractSqlPlatform,
  type Column,
  type ColumnDifference,
  type DatabaseSchema,
  type IndexDef,
  SchemaComparator,
  type SchemaDifference,
  type TableDifference,
} from '@mikro-orm/sql';
import type { TableRenames } from '../renames.ts';
import type { FormerValues } from '../select-values.ts';
import { type Renamed, rename } from './apply-renames.ts';
import { changedValues } from './changed-values.ts';
import { describeDifference } from './describe-difference.ts';
import type { Plan, RowEffect } from './plan.ts';

interface Schemas {
  readonly before: DatabaseSchema;
  readonly after: DatabaseSchema;
  /** A second copy of `after`, because the comparison removes derived columns from it. */
  readonly afterWithoutDerived: DatabaseSchema;
  readonly toSql: (difference: SchemaDifference) => string;
  readonly platform: AbstractSqlPlatform;
  /** The renames that the config entries declare. */
  readonly renames: readonly TableRenames[];
  /** The removed select values that the config entries declare. */
  readonly formerValues: readonly FormerValues[];
}

/**
 * Compares two schemas and returns the plan. PostgreSQL cannot change a column that a derived (generated) one
 * depends on: affected derived columns are dropped first and created again last, which loses no data.
 */
export function createPlan(schemas: Schemas): Plan {
  const { before, after, afterWithoutDerived, toSql, platform } = schemas;
  const comparator = new SchemaComparator(platform);
  const renamed = rename({ before, after, platform }, schemas.renames);
  const uniques = newUniques({ before, after }, renamed);
  const values = changedValues({ before, after }, { former: schemas.formerValues, renamed });
  const drops = removeDerivedColumns(before, afterWithoutDerived, comparator.compare(before, after));
  const data = comparator.compare(before, afterWithoutDerived);
  // Converting a diff to SQL modifies it, so it is described first.
  const inWords = describeDifference(data, renamed);
  const derived = comparator.compare(afterWithoutDerived, after);
  const changes = [...split(toSql(data)), ...split(toSql(derived))];
  return {
    summary: [...renamed.summary, ...inWords.summary, ...values.summary],
    tables: [...new Set([...renamed.tables, ...inWords.tables])],
    losses: [...inWords.losses, ...values.losses],
    requirements: [...inWords.requirements, ...values.requirements, ...uniques.requirements],
    statements: [
      ...renamed.statements,
      ...values.drops,
      ...drops,
      ...changes.flatMap((statement) => [
        ...values.before(statement),
        ...uniques.before(statement),
        statement,
      ]),
    ],
  };
}

/** Splits SQL at semicolons at line ends; a literal with a semicolon is never followed by a new statement. */
const split = (sql: string) =>
  sql
    .split(/;\n+(?=create |alter |drop |comment |$)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
    .map((statement) => (statement.endsWith(';') ? statement : `${statement};`));

/** The changes of a column that do not affect the columns derived from it. */
const WITHOUT_REWRITE: ReadonlySet<string> = new Set(['nullable', 'default', 'comment']);

/**
 * Returns whether a change leaves derived columns unchanged. Dropping and adding a derived column rewrites
 * the whole table and its indexes under an exclusive lock, while a required field only has to be checked.
 */
const leavesDerived = ({ changedProperties }: ColumnDifference) =>
  [...changedProperties].every((property) => WITHOUT_REWRITE.has(property));

/** Removes affected derived columns from both schemas; returns the statements that drop the old ones. */
function removeDerivedColumns(
  before: DatabaseSchema,
  after: DatabaseSchema,
  { changedTables }: SchemaDifference,
): string[] {
  return Object.values(changedTables).flatMap((table) => {
    const changing = [
      ...Object.values(table.changedColumns)
        .filter((difference) => !leavesDerived(difference))
        .map(({ oldColumnName }) => oldColumnName),
      ...Object.keys(table.renamedColumns),
      ...Object.keys(table.removedColumns),
      ...Object.keys(table.addedColumns),
    ];
    const losesValues = ({ name, generated }: Column) =>
      generated !== undefined &&
      changing.some((column) => column === name || generated.includes(`"${column}"`));
    const old = before.getTable(table.name)!;
    const dropped = old.getColumns().filter(losesValues);
    removeColumns(old, dropped);
    const target = after.getTable(table.name)!;
    removeColumns(target, target.getColumns().filter(losesValues));
    return dropped.map(({ name }) => `alter table "${old.name}" drop column "${name}";`);
  });
}

function removeColumns(table: TableDifference['fromTable'], columns: readonly Column[]): void {
  for (const { name } of columns) {
    table.removeColumn(name);
    table.setIndexes(
      table.getIndexes().filter(({ expression }) => !String(expression ?? '').includes(`("${name}"`)),
    );
  }
}

/** A new unique rule of a table, in SQL. */
interface UniqueRule {
  readonly table: string;
  readonly name: string;
  /** The compared expressions, separated by commas, and the columns that they use. */
  readonly keys: string;
  readonly columns: readonly string[];
  readonly isFolded: boolean;
  /** Whether two null values are equal. */
  readonly nullsAreSame: boolean;
  /** Whether archived rows are left out. */
  readonly isLiveOnly: boolean;
  /** The SQL filter of the records that the rule applies to; undefined for all. */
  readonly when: string | undefined;
}

/** Returns the new unique rules of existing tables; `before` already has the names of `after`. */
function newUniques({ before, after }: { before: DatabaseSchema; after: DatabaseSchema }, renamed: Renamed) {
  const rules = after.getTables().flatMap((table) => {
    const old = before.getTable(table.name);
    if (!old) return [];
    // A table that only gains its archive has no archived rows.
    const hasArchive = old.getColumn('archived_at') !== undefined;
    return table
      .getIndexes()
      .flatMap((index) => ruleOf(table.name, index) ?? [])
      .filter(({ name }) => !old.hasIndex(name))
      .map((rule) => ({ ...rule, isLiveOnly: rule.isLiveOnly && hasArchive }));
  });
  // Whether rows match a filter on a new column is unknown until they have it: the guard then decides.
  const meetsExisting = ({ table, when = '' }: UniqueRule) =>
    [...when.matchAll(/"([^"]+)" in \(/g)].every(([, column = '']) =>
      before.getTable(table)?.getColumn(column),
    );
  return {
    requirements: rules.map(
      (rule): RowEffect => ({
        text: inWords(rule),
        ...(meetsExisting(rule) && {
          sql: countOf(rule, renamed),
          fate: { one: 'shares that with another', many: 'share that with another' },
        }),
      }),
    ),
    /** Returns what must run before the statement that adds a rule: it aborts if rows violate the rule. */
    before: (statement: string) =>
      rules
        .filter(
          ({ name, table }) =>
            statement.startsWith(`create unique index "${name}"`) ||
            statement.startsWith(`alter table "${table}" add constraint "${name}"`),
        )
        .map(guard),
  };
}

const EXPRESSION =
  /^create unique index "[^"]+" on "[^"]+" \((.*?)\)( nulls not distinct)?(?: where ("archived_at" is null)?(?: and )?(.+)?)?$/s;

function ruleOf(
  table: string,
  { keyName: name, expression, primary, ...index }: IndexDef,
): UniqueRule | undefined {
  const [, keys, nulls, live, when] = EXPRESSION.exec(expression ?? '') ?? [];
  if (keys === undefined && (!index.unique || primary)) return undefined;
  const columns =
    keys === undefined ? index.columnNames : [...keys.matchAll(/"([^"]+)"/g)].map(([, key]) => key!);
  return {
    table,
    name,
    keys: keys ?? quoted(columns),
    columns,
    isFolded: keys?.includes('fold(') ?? false,
    nullsAreSame: nulls !== undefined,
    isLiveOnly: live !== undefined,
    when,
  };
}

const quoted = (columns: readonly string[]) => columns.map((column) => `"${column}"`).join(', ');

const inWords = ({ table, columns, isFolded, nullsAreSame, isLiveOnly, when }: UniqueRule) =>
  [
    `${table}.${columns.join(', ')} becomes unique`,
    ...(isFolded ? ['whatever case and accents'] : []),
    ...(nullsAreSame ? ['counting empty values as the same'] : []),
    ...(isLiveOnly ? ['among records in use'] : []),
    ...(when ? [`where ${when.replaceAll('"', '')}`] : []),
  ].join(', ');

/** Groups rows that a rule considers equal; ignores rows with nulls, unless the rule compares nulls. */
const groups = ({ table, keys, columns, nullsAreSame, isLiveOnly, when }: UniqueRule) => {
  const predicates = [
    ...(nullsAreSame ? [] : [`num_nulls(${quoted(columns)}) = 0`]),
    ...(isLiveOnly ? ['archived_at is null'] : []),
    ...(when ? [when] : []),
  ];
  const compared = predicates.length > 0 ? ` where ${predicates.join(' and ')}` : '';
  return `from "${table}"${compared} group by ${keys} having count(*) > 1`;
};

/** Counts the rows that violate a rule, in the database before any rename. */
function countOf(rule: UniqueRule, renamed: Renamed): string {
  const former = (column: string) => renamed.former(rule.table, column);
  const withFormer = (sql: string) => sql.replace(/"([^"]+)"/g, (_, column: string) => `"${former(column)}"`);
  const asItIs = {
    ...rule,
    table: renamed.former(rule.table),
    columns: rule.columns.map(former),
    keys: withFormer(rule.keys),
    when: rule.when && withFormer(rule.when),
  };
  return `select coalesce(sum(size), 0)::int as rows from (select count(*) as size ${groups(asItIs)}) as clashing`;
}

/** The number of example rows in an error message. */
const MAX_EXAMPLES = 5;

function guard(rule: UniqueRule): string {
  const { table, columns } = rule;
  const one = `concat_ws(', ', ${columns.map((column) => `quote_nullable("${column}")`).join(', ')})`;
  const example = `array_to_string((array_agg(${one} order by "id"))[1:3], ' = ')`;
  return [
    'do $guard$ declare clashing bigint; examples text; begin',
    `select sum(size), string_agg(example, '; ') filter (where number <= ${MAX_EXAMPLES}) into clashing, examples`,
    `from (select count(*) as size, ${example} as example, row_number() over () as number ${groups(rule)}) as clash;`,
    `if clashing > 0 then raise exception '% rows of ${table} share their ${columns.join(', ')} with another: %',`,
    'clashing, examples; end if; end $guard$;',
  ].join(' ');
}
