import type { Database } from '#backend/database/connection.ts';
import { logger } from '#backend/logging/logger.ts';

/**
 * Maximum clock difference. Beyond it, codes and sessions would expire noticeably earlier or later than
 * promised.
 */
const MAX_DIFFERENCE_MS = 30_000;

/**
 * Returns how far the server's clock is ahead of the database's in milliseconds; negative if it is behind.
 */
async function clockDifference({ query }: Pick<Database, 'query'>): Promise<number> {
  const before = Date.now();
  const [row] = await query<{ now: number | string }>({
    sql: 'select extract(epoch from clock_timestamp()) * 1000 as now',
    parameters: [],
    mode: 'session',
  });
  return (before + Date.now()) / 2 - Number(row?.now);
}

/** Returns whether the difference between the server's clock and the database's is acceptable. */
export async function clocksAgree(database: Pick<Database, 'query'>): Promise<boolean> {
  return Math.abs(await clockDifference(database)) <= MAX_DIFFERENCE_MS;
}

/** Describes how far the server's clock and the database's differ; undefined if that is acceptable. */
export async function describeClockDifference(
  database: Pick<Database, 'query'>,
): Promise<string | undefined> {
  const difference = await clockDifference(database);
  if (Math.abs(difference) <= MAX_DIFFERENCE_MS) return undefined;
  const seconds = Math.round(Math.abs(difference) / 1000);
  const side = difference > 0 ? 'ahead of' : 'behind';
  return `this machine's clock is ${seconds} s ${side} the database's: set them right`;
}

/** Logs an error if the server's clock and the database's differ too much. */
export async function warnOfClockDifference(
  database: Pick<Database, 'query'>,
  warn = (line: string) => logger.error(line),
): Promise<void> {
  const difference = await describeClockDifference(database);
  if (difference !== undefined) warn(`${difference}; this server is not ready until then`);
}
