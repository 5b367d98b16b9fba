import type { Database } from '@bindery/backend/database/connection.ts';
import { countRows, rowsByLoss, withRows } from '@bindery/backend/database/migrations/affected-rows.ts';
import type { Plan } from '@bindery/backend/database/migrations/plan.ts';
import { createSnapshotMigrator } from '@bindery/backend/database/migrations/snapshot-migrator.ts';
import type { EntitySchema } from '@mikro-orm/core';
import { type Effect, effectsOf } from './effects.ts';

/** A statement of the planned migration. */
export interface PlannedStatement {
  readonly sql: string;
  /** Its effects on existing tables; undefined if they are unknown. */
  readonly effects: readonly CountedEffect[] | undefined;
}

/** An effect, with the number of affected rows. */
export interface CountedEffect extends Effect {
  /** Undefined if the number is not requested, or does not matter. */
  readonly rows?: number;
}

/** A loss, or a requirement for the rows. */
export interface Stake {
  readonly text: string;
  readonly rows?: number;
}

/** The planned migration and its effects. */
export interface SqlPlan {
  readonly summary: readonly string[];
  readonly statements: readonly PlannedStatement[];
  readonly losses: readonly Stake[];
  readonly conditions: readonly Stake[];
  /** The number of rows that violate each requested unique rule, by its name; uncounted rules are omitted. */
  readonly violations: Readonly<Record<string, number>>;
  /** Why the database was not queried for numbers of rows; undefined if it was, or if no query was needed. */
  readonly notAsked?: string;
}

interface Planning {
  readonly entities: readonly EntitySchema[];
  /** Opens the database whose rows are counted; returns undefined if there is none yet. */
  readonly open: () => Promise<Database | undefined>;
  readonly migrations?: string | undefined;
  /** The names of unique rules whose violating rows are counted. */
  readonly rules?: readonly string[];
}

/**
 * Plans the migration from the last snapshot to the entities, and queries the database for the numbers of
 * affected rows and of rows that violate unique rules.
 */
export async function planSql({ entities, open, migrations, rules = [] }: Planning): Promise<SqlPlan> {
  const plan = await (await createSnapshotMigrator(entities, migrations)).plan();
  const statements = describeStatements(plan);
  const tables = new Set(
    statements.flatMap(({ effects = [] }) =>
      effects.filter(({ work }) => work !== 'none').map(({ table }) => table),
    ),
  );
  if (tables.size === 0 && plan.affected.length === 0 && rules.length === 0)
    return planned(plan, statements, noNumbers);
  try {
    const database = await open();
    if (!database) return { ...planned(plan, statements, noNumbers), notAsked: 'There is no database yet.' };
    try {
      return planned(plan, statements, await numbersOf(database, plan, { tables, rules }));
    } finally {
      await database.close();
    }
  } catch (error) {
    return { ...planned(plan, statements, noNumbers), notAsked: (error as Error).message };
  }
}

/** The statements with their effects; the tables that the migration itself creates have no rows. */
function describeStatements(plan: Plan): PlannedStatement[] {
  const isNew = new Set(
    plan.statements.flatMap((sql) => /^create table (?:if not exists )?"([^"]+)"/.exec(sql)?.[1] ?? []),
  );
  return plan.statements.map((sql) => ({
    sql,
    effects: effectsOf(sql, plan)?.filter(({ table }) => !isNew.has(table)),
  }));
}

interface Numbers {
  readonly byLoss: ReadonlyMap<string, number>;
  readonly byTable: ReadonlyMap<string, number>;
  readonly byRule: ReadonlyMap<string, number>;
}

const noNumbers: Numbers = { byLoss: new Map(), byTable: new Map(), byRule: new Map() };

/** The queries for the database. */
interface Asked {
  readonly tables: ReadonlySet<string>;
  readonly rules: readonly string[];
}

async function numbersOf(database: Database, plan: Plan, { tables, rules }: Asked): Promise<Numbers> {
  const byTable = new Map<string, number>();
  const byRule = new Map<string, number>();
  for (const rule of rules) {
    const sql = plan.uniqueCounts.get(rule);
    const rows = sql === undefined ? undefined : await countRows(database, sql);
    if (rows !== undefined) byRule.set(rule, rows);
  }
  for (const table of tables) {
    const rows = await countRows(database, `select count(*) as rows from "${formerName(plan, table)}"`);
    if (rows !== undefined) byTable.set(table, rows);
  }
  return { byTable, byRule, byLoss: await rowsByLoss(database, plan.affected) };
}

/** A table that the migration renames still has its former name. */
function formerName({ statements }: Plan, table: string): string {
  const rename = statements.find(
    (sql) => sql.endsWith(` rename to "${table}";`) && sql.startsWith('alter table '),
  );
  return /^alter table "([^"]+)"/.exec(rename ?? '')?.[1] ?? table;
}

function planned(
  plan: Plan,
  statements: readonly PlannedStatement[],
  { byLoss, byTable, byRule }: Numbers,
): SqlPlan {
  const stake = (line: string): Stake => {
    const rows = byLoss.get(line);
    return {
      text: withRows(line, { affected: plan.affected, rows: byLoss }),
      ...(rows !== undefined && { rows }),
    };
  };
  const counted = (effect: Effect): CountedEffect => {
    const rows = effect.work === 'none' ? undefined : byTable.get(effect.table);
    return { ...effect, ...(rows !== undefined && { rows }) };
  };
  return {
    summary: plan.summary,
    statements: statements.map(({ sql, effects }) => ({ sql, effects: effects?.map(counted) })),
    losses: plan.losses.map(stake),
    conditions: plan.conditions.map(stake),
    violations: Object.fromEntries(byRule),
  };
}
