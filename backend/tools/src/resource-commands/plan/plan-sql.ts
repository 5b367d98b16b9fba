import { type Database, openDatabase } from '@bindery/backend/database/connection.ts';
import { hintsFor, rowsByLoss, withRows } from '@bindery/backend/database/migrations/plan.ts';
import {
  createSnapshotMigrator,
  PlanningMigrator,
} from '@bindery/backend/database/migrations/planning-migrator.ts';
import type { EntitySchema } from '@mikro-orm/core';
import type { Change, Verdict } from './change.ts';
import { type Effect, measureLocks } from './measure-locks.ts';

const WORK = {
  none: '',
  scan: ', reads all rows',
  update: ', changes some rows',
  rewrite: ', writes all rows again',
} as const;

interface Planning {
  readonly entities: readonly EntitySchema[];
  /** Opens the database whose rows are counted; returns undefined if there is none yet. */
  readonly open: () => Promise<Database | undefined>;
  readonly migrations?: string | undefined;
  /** The packed files of a new database; by default, PostgreSQL creates them, which takes seconds. */
  readonly template?: Blob | undefined;
}

/**
 * Plans the migration from the last snapshot to the entities: its statements with their locks, and the rows
 * that it may lose or not fit.
 */
export async function planSql({ entities, open, migrations, template }: Planning): Promise<Change[]> {
  const plan = await (await createSnapshotMigrator(entities, migrations)).plan();
  const { statements, losses, conditions, affected } = plan;
  if (statements.length === 0) return [];
  const unknown: Change[] = [];
  const effects = await measured().catch(inReport('The locks are not known'));
  const rows = (await counted().catch(inReport('The rows were not counted'))) ?? new Map<string, number>();
  const withNumber = (line: string) => withRows(line, { affected, rows });
  return [
    ...statements.map((statement, index) => describeStatement(statement, effects?.[index] ?? [])),
    ...losses.map((loss, index) =>
      // The hints are the same for all losses.
      change(withNumber(loss), 'lossy', index === losses.length - 1 ? hintsFor(losses) : []),
    ),
    ...conditions.map((condition) => {
      const count = rows.get(condition);
      return change(
        withNumber(condition),
        count === undefined ? 'review' : count > 0 ? 'impossible' : 'safe',
      );
    }),
    ...unknown,
  ];

  /** Measures on an embedded database in memory with the tables of the earlier migrations. */
  async function measured(): Promise<Effect[][]> {
    const scratch = await openDatabase({ entities, migrations, template });
    try {
      await new PlanningMigrator(scratch.orm.em).up();
      return await measureLocks(scratch, statements);
    } finally {
      await scratch.close();
    }
  }

  async function counted(): Promise<ReadonlyMap<string, number> | undefined> {
    if (affected.length === 0) return undefined;
    const database = await open();
    if (!database) throw new Error('There is no database yet.');
    return rowsByLoss(database, affected).finally(() => database.close());
  }

  function inReport(what: string) {
    return ({ message }: Error): undefined => {
      unknown.push(change(`${what}: ${message}`, 'review'));
    };
  }
}

const change = (subject: string, verdict: Verdict, details: readonly string[] = []): Change => ({
  area: 'sql',
  subject,
  what: '',
  verdict,
  details,
});

function describeStatement(statement: string, effects: readonly Effect[]): Change {
  const isBlocking = effects.some(({ lock, work }) => lock === 'ACCESS EXCLUSIVE' && work !== 'none');
  const details = effects.map(({ table, lock, work }) => `${table}: ${lock}${WORK[work]}`);
  return change(statement, isBlocking ? 'blocking' : 'safe', details);
}
