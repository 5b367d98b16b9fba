import type { DatabaseSchema, DatabaseTable } from '@mikro-orm/sql';
import { type FormerValues, quoteLiteral, readValues } from '../select-values.ts';
import type { Renamed } from './apply-renames.ts';
import { inConfig } from './describe-difference.ts';
import type { RowEffect } from './plan.ts';

const FORMER_VALUES =
  "To replace a removed value in existing rows, declare it at the select: formerValues: { oldValue: 'newValue' }.";

/** A new or changed constraint: the column, its former values (if known) and its current ones. */
interface Change {
  readonly table: string;
  readonly rule: string;
  readonly column: string;
  readonly gone: readonly string[];
  readonly values: readonly string[];
  readonly isNew: boolean;
  readonly isNullable: boolean;
  readonly stated: FormerValues | undefined;
  readonly renamed: Renamed;
}

/**
 * Compares the values of select fields. Removes changed constraints from `before`, because MikroORM compares
 * them ignoring quotes and case; it then adds them again.
 */
export function changedValues(
  { before, after }: { before: DatabaseSchema; after: DatabaseSchema },
  { former, renamed }: { former: readonly FormerValues[]; renamed: Renamed },
) {
  const changes = after.getTables().flatMap((table) => {
    const old = before.getTable(table.name);
    return old ? changesOf(table, { old, former, renamed }) : [];
  });
  const replacements = changes.map((change) => ({ change, ...replacementsOf(change) }));
  const changed = changes.filter(({ isNew }) => !isNew);
  return {
    summary: changed.map(({ table, column }) => `${table}: changes the values of ${column}`),
    /** Removed values for which no config entry declares a replacement. */
    losses: replacements.flatMap(({ losses }) => losses),
    requirements: replacements.flatMap(({ requirements }) => requirements),
    /** Statements that drop the constraints that change. */
    drops: changed.map(({ table, rule }) => `alter table "${table}" drop constraint "${rule}";`),
    /** Returns the statements that must run before a statement that adds such a constraint. */
    before: (statement: string): readonly string[] => {
      const replacement = replacements.find(({ change }) =>
        statement.startsWith(`alter table "${change.table}" add constraint "${change.rule}"`),
      );
      return replacement ? [...replacement.statements, guard(replacement.change)] : [];
    },
  };
}

function changesOf(
  table: DatabaseTable,
  { old, former, renamed }: { old: DatabaseTable; former: readonly FormerValues[]; renamed: Renamed },
): Change[] {
  return table.getChecks().flatMap(({ name: rule, expression }) => {
    const now = readValues(String(expression));
    // A new column has no values to lose.
    if (!now || !old.hasColumn(now.column)) return [];
    const check = old.getCheck(rule);
    if (check?.expression === expression) return [];
    const known = check && readValues(String(check.expression));
    if (check) old.setChecks(old.getChecks().filter(({ name }) => name !== rule));
    const stated = former.find((one) => one.table === table.name && one.column === now.column);
    const were = known?.values ?? Object.keys(stated?.formerValues ?? {});
    return [
      {
        table: table.name,
        rule,
        column: now.column,
        values: now.values,
        stated,
        renamed,
        gone: were.filter((value) => !now.values.includes(value)),
        isNew: check === undefined,
        isNullable: table.getColumn(now.column)?.nullable === true,
      },
    ];
  });
}

/**
 * Returns the updates of rows with removed values (to the declared value, or else null or the default), with
 * their losses and requirements.
 */
function replacementsOf(change: Change) {
  const { table, column, gone, stated, isNullable, isNew, values } = change;
  const statements: string[] = [];
  const losses: RowEffect[] = [];
  const requirements: RowEffect[] = [];
  for (const value of gone) {
    const isDeclared = Object.hasOwn(stated?.formerValues ?? {}, value);
    const becomes = isDeclared ? (stated?.formerValues[value] ?? null) : isNullable ? null : stated?.fallback;
    const text = `${inConfig(table)}.${inConfig(column)} no longer has ${quoteLiteral(value)}`;
    const where = `"${column}" = ${quoteLiteral(value)}`;
    if (becomes !== undefined)
      statements.push(`update "${table}" set "${column}" = ${quoteLiteral(becomes)} where ${where};`);
    if (isDeclared) continue;
    const sql = countOf(change, `= ${quoteLiteral(value)}`);
    if (becomes !== undefined) losses.push({ text, sql, fate: effectOfValue(becomes), hint: FORMER_VALUES });
    else
      requirements.push({
        text,
        sql,
        fate: { one: 'has it', many: 'have it' },
        remedy: `Declare what replaces it at the select: formerValues: { ${quoteLiteral(value)}: ${quoteLiteral(values[0] ?? '')} }.`,
      });
  }
  if (isNew)
    requirements.push({
      text: `${table}.${column} takes only ${values.join(', ')}`,
      sql: countOf(change, `not in (${[...values, ...gone].map(quoteLiteral).join(', ')})`),
      fate: { one: 'has another value', many: 'have other values' },
    });
  return { statements, losses, requirements };
}

const effectOfValue = (becomes: string | null): NonNullable<RowEffect['fate']> =>
  becomes === null
    ? { one: 'loses its value', many: 'lose their values' }
    : { one: `becomes ${becomes}`, many: `become ${becomes}` };

const countOf = ({ table, column, renamed }: Change, predicate: string) =>
  `select count(*)::int as rows from "${renamed.former(table)}" where "${renamed.former(table, column)}" ${predicate}`;

/** Returns a statement that aborts a migration if rows have other values than the allowed ones. */
function guard({ table, column, values }: Change): string {
  const others = `"${column}" not in (${values.map(quoteLiteral).join(', ')})`;
  return [
    'do $guard$ declare others text; begin',
    `select string_agg(format('%L (%s)', value, size), ', ') into others`,
    `from (select "${column}" as value, count(*) as size from "${table}" where ${others} group by 1 order by 1) as other;`,
    'if others is not null then',
    `raise exception 'rows of ${table} have values of ${column} that are no longer allowed: %; declare their replacements with formerValues', others;`,
    'end if; end $guard$;',
  ].join(' ');
}
