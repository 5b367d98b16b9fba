import { styleText } from 'node:util';
import { CompiledQuery } from 'kysely';
import type { Database } from '../connection.ts';

/** The statements that bring a database in line with resources.config.ts, and their effects. */
export interface Plan {
  /** SQL statements, in order. */
  readonly statements: readonly string[];
  /** The changes, in words: "books: adds pages". */
  readonly summary: readonly string[];
  /** The tables that it creates or changes. */
  readonly tables: readonly string[];
  /** The data that is or may be lost; empty where the plan only adds. */
  readonly losses: readonly RowEffect[];
  /** The requirements that existing rows must meet; otherwise the migration fails. */
  readonly requirements: readonly RowEffect[];
}

/** A loss, or a requirement, whose rows can be counted with SQL. */
export interface RowEffect {
  /** "books.title from varchar(200) to varchar(100)". */
  readonly text: string;
  /** SQL that returns one number, `rows`, of the database before the migration. */
  readonly sql?: string;
  /** What happens to these rows: "lose characters". */
  readonly fate?: { readonly one: string; readonly many: string };
  /** The number of rows, once they have been counted. */
  readonly rows?: number;
  /** Whether no value is lost: a column that has gone seems to have become a new one. */
  readonly isRename?: boolean;
  /** How to avoid a loss. */
  readonly hint?: string;
  /** What to do if rows do not meet a requirement, where that is certain to fail. */
  readonly remedy?: string;
}

/** Returns how to avoid losses. */
export const hintsFor = (losses: readonly RowEffect[]): string[] => [
  ...new Set(losses.flatMap(({ hint }) => hint ?? [])),
];

/** Formats a plan for the terminal: its losses and how to avoid them, its requirements, and its SQL. */
export function formatPlan({ losses, requirements, statements }: Plan): string {
  const group = (title: string, effects: readonly RowEffect[]) =>
    effects.length === 0
      ? []
      : [styleText(['bold', 'yellow'], title), ...effects.map((effect) => `  - ${describeEffect(effect)}`)];
  const lost = losses.filter(({ isRename }) => !isRename);
  const groups = [
    group(
      'Renames',
      losses.filter(({ isRename }) => isRename),
    ),
    group(
      lost.some(({ rows }) => rows !== 0)
        ? 'Loses or converts values'
        : 'May lose values elsewhere, not here',
      lost,
    ),
    hintsFor(losses),
    group('Works only if the rows allow it', requirements),
    statements.map((statement) => styleText('dim', shortened(statement))),
  ];
  return groups
    .flatMap((lines) => (lines.length > 0 ? [...lines.map((line) => `  ${line}`), ''] : []))
    .join('\n');
}

/** The migration file has the whole of a long statement. */
const MAX_SHOWN = 200;

const shortened = (statement: string) =>
  statement.length > MAX_SHOWN ? `${statement.slice(0, MAX_SHOWN)}…` : statement;

/** Why no rows were counted on a machine where the product has never been started. */
export const NO_DATABASE = 'There is no database yet.';

/**
 * Adds the numbers of rows to the losses and requirements of a plan. If the table does not exist yet, because
 * earlier migrations have not run, a loss has no number.
 * @throws Error if there are rows to count, and the database cannot be opened or does not exist yet.
 */
export async function countAffectedRows(
  plan: Plan,
  open: () => Promise<Database | undefined>,
): Promise<Plan> {
  if ([...plan.losses, ...plan.requirements].every(({ sql }) => sql === undefined)) return plan;
  const database = await open();
  if (!database) throw new Error(NO_DATABASE);
  try {
    const counted = async (effects: readonly RowEffect[]) => {
      const all: RowEffect[] = [];
      for (const effect of effects) {
        const rows = effect.sql === undefined ? undefined : await countRows(database, effect.sql);
        all.push(rows === undefined ? effect : { ...effect, rows });
      }
      return all;
    };
    return { ...plan, losses: await counted(plan.losses), requirements: await counted(plan.requirements) };
  } finally {
    await database.close();
  }
}

/** Describes a loss or a requirement with the number of rows, if it is known: "…: 3 rows lose characters". */
export const describeEffect = ({ text, fate, rows }: RowEffect): string =>
  fate && rows !== undefined ? `${text}: ${inWords(fate, rows)}` : text;

/** PostgreSQL's "undefined table", "undefined column" and "undefined function". */
const NOT_THERE = new Set(['42P01', '42703', '42883']);

/** Runs a query that returns one number, `rows`; undefined if its table or column does not exist yet. */
async function countRows({ kysely }: Database, sql: string): Promise<number | undefined> {
  try {
    const { rows } = await kysely.executeQuery<{ rows: number }>(CompiledQuery.raw(sql));
    return Number(rows[0]?.rows ?? 0);
  } catch (error) {
    if (NOT_THERE.has(String((error as { code?: unknown }).code))) return undefined;
    throw error;
  }
}

const inWords = (fate: NonNullable<RowEffect['fate']>, rows: number) => {
  if (rows === 0) return `no row ${fate.one}`;
  return rows === 1 ? `1 row ${fate.one}` : `${rows.toLocaleString('en')} rows ${fate.many}`;
};
