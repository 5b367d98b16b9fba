import type { Database } from '@bindery/backend/database/connection.ts';
import { rowsByLoss, withRows } from '@bindery/backend/database/migrations/affected-rows.ts';
import { createSnapshotMigrator } from '@bindery/backend/database/migrations/snapshot-migrator.ts';
import type { EntitySchema } from '@mikro-orm/core';
import { type Effect, effectsOf } from './effects.ts';

/** A statement of the planned migration. */
export interface PlannedStatement {
  readonly sql: string;
  /** Its effects on existing tables; undefined if they are unknown. */
  readonly effects: readonly Effect[] | undefined;
}

/** A loss, or a requirement for the rows. */
export interface Stake {
  readonly text: string;
  readonly rows?: number;
}

/** The planned migration and its effects. */
export interface SqlPlan {
  readonly statements: readonly PlannedStatement[];
  readonly losses: readonly Stake[];
  readonly conditions: readonly Stake[];
  /** Why the database was not queried for numbers of rows; undefined if it was, or if no query was needed. */
  readonly notAsked?: string;
}

interface Planning {
  readonly entities: readonly EntitySchema[];
  /** Opens the database whose rows are counted; returns undefined if there is none yet. */
  readonly open: () => Promise<Database | undefined>;
  readonly migrations?: string | undefined;
}

/** Plans the migration from the last snapshot to the entities, and counts the rows that it may lose or not fit. */
export async function planSql({ entities, open, migrations }: Planning): Promise<SqlPlan> {
  const plan = await (await createSnapshotMigrator(entities, migrations)).plan();
  const { affected } = plan;
  const { rows = new Map<string, number>(), notAsked } = affected.length > 0 ? await counted() : {};
  const stake = (line: string): Stake => {
    const number = rows.get(line);
    return { text: withRows(line, { affected, rows }), ...(number !== undefined && { rows: number }) };
  };
  // The tables that the migration itself creates have no rows.
  const created = plan.statements.map((sql) => /^create table (?:if not exists )?"([^"]+)"/.exec(sql)?.[1]);
  return {
    statements: plan.statements.map((sql) => ({
      sql,
      effects: effectsOf(sql, plan)?.filter(({ table }) => !created.includes(table)),
    })),
    losses: plan.losses.map(stake),
    conditions: plan.conditions.map(stake),
    ...(notAsked !== undefined && { notAsked }),
  };

  async function counted(): Promise<{ rows?: ReadonlyMap<string, number>; notAsked?: string }> {
    try {
      const database = await open();
      if (!database) return { notAsked: 'There is no database yet.' };
      try {
        return { rows: await rowsByLoss(database, affected) };
      } finally {
        await database.close();
      }
    } catch (error) {
      return { notAsked: (error as Error).message };
    }
  }
}
