import { type RawBuilder, sql } from 'kysely';

/*
 * Times of records and of their history are the database's: its clock is the one that all servers share. They have
 * milliseconds, as their columns do.
 */

/** When the transaction began, in SQL. */
export const transactionTime: RawBuilder<string> = sql`date_trunc('milliseconds', now())`;

/**
 * The present in SQL, but always later than the moment given: the times of one record never go backwards, even where
 * the clock was set back. Null stands for no such moment.
 */
export const timeAfter = (earlier: RawBuilder<unknown>): RawBuilder<string> =>
  sql`greatest(date_trunc('milliseconds', clock_timestamp()), ${earlier} + interval '1 millisecond')`;
