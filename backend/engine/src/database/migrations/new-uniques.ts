import type { DatabaseSchema, DatabaseTable, IndexDef } from '@mikro-orm/sql';
import type { Renamed } from './apply-renames.ts';
import type { AffectedRows } from './plan.ts';

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

/** The effects of new unique rules on existing rows. */
export interface Uniques {
  /** The rules, in words. */
  readonly conditions: readonly string[];
  /** The numbers of rows that violate each of them. */
  readonly affected: readonly AffectedRows[];
  /**
   * Returns a statement that aborts a migration if rows violate a rule, to run before the statement that adds
   * the rule.
   */
  guardOf(statement: string): string | undefined;
}

/** Returns the new unique rules of existing tables; `before` already has the names of `after`. */
export function newUniques(
  { before, after }: { before: DatabaseSchema; after: DatabaseSchema },
  renamed: Renamed,
): Uniques {
  const rules = after.getTables().flatMap((table) => {
    const old = before.getTable(table.name);
    if (!old) return [];
    // A table that only gains its archive has no archived rows.
    const hasArchive = old.getColumn('archived_at') !== undefined;
    return rulesOf(table)
      .filter(({ name }) => !old.hasIndex(name))
      .map((rule) => ({ ...rule, isLiveOnly: rule.isLiveOnly && hasArchive }));
  });
  // Whether rows match a filter on a new column is unknown until they have it: the guard then decides.
  const meetsExisting = ({ table, when = '' }: UniqueRule) =>
    [...when.matchAll(/"([^"]+)" in \(/g)].every(([, column = '']) =>
      before.getTable(table)?.getColumn(column),
    );
  return {
    conditions: rules.map(inWords),
    affected: rules.filter(meetsExisting).map((rule) => ({
      loss: inWords(rule),
      sql: countOf(rule, renamed),
      fate: { one: 'shares that with another', many: 'share that with another' },
    })),
    guardOf: (statement) => {
      const rule = rules.find(
        ({ name, table }) =>
          statement.startsWith(`create unique index "${name}"`) ||
          statement.startsWith(`alter table "${table}" add constraint "${name}"`),
      );
      return rule && guard(rule);
    },
  };
}

const EXPRESSION =
  /^create unique index "[^"]+" on "[^"]+" \((.*?)\)( nulls not distinct)?(?: where ("archived_at" is null)?(?: and )?(.+)?)?$/s;

const rulesOf = (table: DatabaseTable): UniqueRule[] =>
  table.getIndexes().flatMap((index) => ruleOf(table.name, index) ?? []);

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

/**
 * Groups rows that a rule considers equal; ignores rows with a null value, unless the rule compares nulls.
 */
const groups = ({ table, keys, columns, nullsAreSame, isLiveOnly, when }: UniqueRule) => {
  const conditions = [
    ...(nullsAreSame ? [] : [`num_nulls(${quoted(columns)}) = 0`]),
    ...(isLiveOnly ? ['archived_at is null'] : []),
    ...(when ? [when] : []),
  ];
  const compared = conditions.length > 0 ? ` where ${conditions.join(' and ')}` : '';
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
const MOST_EXAMPLES = 5;

function guard(rule: UniqueRule): string {
  const { table, columns } = rule;
  const one = `concat_ws(', ', ${columns.map((column) => `quote_nullable("${column}")`).join(', ')})`;
  const example = `array_to_string((array_agg(${one} order by "id"))[1:3], ' = ')`;
  return [
    'do $guard$ declare clashing bigint; examples text; begin',
    `select sum(size), string_agg(example, '; ') filter (where number <= ${MOST_EXAMPLES}) into clashing, examples`,
    `from (select count(*) as size, ${example} as example, row_number() over () as number ${groups(rule)}) as clash;`,
    `if clashing > 0 then raise exception '% rows of ${table} share their ${columns.join(', ')} with another: %',`,
    'clashing, examples; end if; end $guard$;',
  ].join(' ');
}
