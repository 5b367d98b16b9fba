import { relative } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { EntitySchema } from '@mikro-orm/core';
import type { Database } from '../connection.ts';
import { DatabaseUnavailable, RowsForbidChange } from '../connection-errors.ts';
import { migrate } from './migrate.ts';
import { countAffectedRows, describeEffect, formatPlan, type Plan } from './plan.ts';
import { createSnapshotMigrator } from './planning-migrator.ts';

interface Development {
  readonly entities: readonly EntitySchema[];
  /** Opens the database with the current entities. */
  readonly open: () => Promise<Database>;
  /** Asks the developer to confirm losses, each in a line; `confirmOnTerminal` by default. */
  readonly confirm?: (question: string, losses: readonly string[]) => Promise<boolean>;
  readonly print?: (text: string) => unknown;
  readonly migrations?: string | undefined;
}

/** What a migration in development leaves. */
interface Migrated {
  /** It is open, because opening takes a second. */
  readonly database: Database;
  /** The tables that the migration has created or changed. */
  readonly tables: readonly string[];
  /** How long the developer has taken to confirm it. */
  readonly secondsAsked: number;
}

/**
 * Writes, prints and applies the migration after a change of resources.config.ts: at once if it only adds,
 * and otherwise with its SQL, after confirmation if it loses data. If the database rejects it, the file is
 * removed again. Returns undefined if there was nothing to migrate.
 * @throws DatabaseUnavailable if it is not confirmed, or if existing rows do not allow the migration.
 */
export async function migrateInDevelopment(options: Development): Promise<Migrated | undefined> {
  const {
    entities,
    open,
    migrations,
    confirm = confirmOnTerminal,
    print = (text) => process.stdout.write(`${text}\n`),
  } = options;
  const migrator = await createSnapshotMigrator(entities, migrations);
  const planned = await migrator.plan();
  if (planned.statements.length === 0) return undefined;
  const plan = await countAffectedRows(planned, open);
  rejectImpossible(plan);
  const onlyAdds = plan.losses.length === 0 && plan.requirements.length === 0;
  print(onlyAdds ? plan.summary.map((line) => `  ${line}`).join('\n') : formatPlan(plan));
  const asked = performance.now();
  const losses = plan.losses.map(describeEffect);
  if (losses.length > 0 && !(await confirm('  Write and apply this migration? (y/N) ', losses)))
    throw new DatabaseUnavailable(
      `The migration was not written: revert resources.config.ts, or ${
        process.stdin.isTTY
          ? 'save it again and answer y.'
          : 'write it with npm run bindery migration create -- --allow-loss and save resources.config.ts again.'
      }`,
    );
  const secondsAsked = (performance.now() - asked) / 1000;
  const { file, undo } = await migrator.write(plan);
  const database = await open();
  try {
    await migrate(database);
    const count = plan.statements.length;
    print(
      `  Migrated: ${relative(process.cwd(), file)} (${count} SQL ${count === 1 ? 'statement' : 'statements'})`,
    );
    return { database, tables: plan.tables, secondsAsked };
  } catch (error) {
    await Promise.all([undo(), database.close()]);
    throw new DatabaseUnavailable(`The migration was not saved: ${(error as Error).message}`);
  }
}

/** Throws if there are rows that the change does not allow, with what would allow it. */
function rejectImpossible({ requirements }: Plan): void {
  const problems = requirements.filter(({ rows = 0, remedy }) => rows > 0 && remedy !== undefined);
  if (problems.length === 0) return;
  throw new RowsForbidChange(problems.map((problem) => `${describeEffect(problem)}.\n${problem.remedy}`));
}

/** How long typed text is discarded before a question, in milliseconds: it was for an earlier one. */
const DISCARDS_MS = 60;

/** Asks on the terminal until the answer is clear. Without a terminal it is no: no user can confirm. */
export async function confirmOnTerminal(question: string): Promise<boolean> {
  const { stdin: input, stdout: output } = process;
  if (!input.isTTY) return false;
  input.resume();
  await wait(DISCARDS_MS);
  // The terminal itself edits the line, and Ctrl-C ends the process.
  const lines = createInterface({ input, output, terminal: false });
  try {
    for (let text = question; ; text = '  Answer y or n: ') {
      const answer = (await lines.question(text)).trim().toLowerCase();
      if (['y', 'yes'].includes(answer)) return true;
      if (['', 'n', 'no'].includes(answer)) return false;
    }
  } finally {
    lines.close();
  }
}
