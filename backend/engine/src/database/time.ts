import { type RawQueryFragment, raw } from '@mikro-orm/core';
import { type RawBuilder, sql } from 'kysely';

/*
 * The timestamps of records and of their history come from the database, because all servers share its clock.
 * They have milliseconds, like their columns.
 */

/** The start time of the transaction, in SQL. */
export const transactionTime: RawBuilder<string> = sql`date_trunc('milliseconds', now())`;

/**
 * Returns the SQL of the current time, but always later than the given timestamp, so that the times of a
 * record never go backwards even if a clock was set back. Null means that there is no earlier timestamp.
 */
export const timeAfter = (earlier: RawBuilder<unknown>): RawBuilder<string> =>
  sql`greatest(date_trunc('milliseconds', clock_timestamp()), ${earlier} + interval '1 millisecond')`;

/** The start time of the transaction, for the EntityManager. */
const currentTime = (): RawQueryFragment => raw("date_trunc('milliseconds', now())");

/** Like `timeAfter` the current value of `updated_at`, for the EntityManager. */
const nextUpdateTime = (): RawQueryFragment =>
  raw("greatest(date_trunc('milliseconds', clock_timestamp()), updated_at + interval '1 millisecond')");

/** The columns with the times of a row, for the EntityManager. */
export const timestamps = {
  createdAt: { type: 'datetime', length: 3, onCreate: currentTime },
  updatedAt: {
    type: 'datetime',
    length: 3,
    onCreate: currentTime,
    onUpdate: nextUpdateTime,
  },
} as const;
