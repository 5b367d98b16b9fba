import { createHash } from 'node:crypto';
import type { PGlite } from '@electric-sql/pglite';
import type { Pool } from 'pg';
import type { Lanes } from './lanes.ts';

/** A statement with numbered parameters, as Kysely's `compile()` returns it. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** `prepared` when left out. */
  readonly manner?: Manner;
}

/**
 * How a statement runs on PostgreSQL. `quick`: prepared, on a connection that it shares with other short ones, whose
 * turn comes only after it. `prepared`: parsed once a connection. `planned`: anew each time, where a plan that suits
 * these very parameters is worth it.
 */
export type Manner = 'quick' | 'prepared' | 'planned';

/** Runs one statement outside of any transaction and returns its rows. */
export type Read = <Row extends object>(statement: Statement) => Promise<Row[]>;

/** A prepared statement lives in every connection until it closes: past this many, further texts run unprepared. */
const MOST_PREPARED = 400;

/**
 * The fast way to read from PostgreSQL: each text is parsed and planned once a connection.
 * The name comes from the text, so that a pooler in between may share statements among processes.
 */
export function postgresReader(pool: Pool, lanes: Lanes): Read {
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known || names.size >= MOST_PREPARED) return known;
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 24);
    names.set(text, name);
    return name;
  };
  return async <Row extends object>({ sql, parameters, manner = 'prepared' }: Statement) => {
    const name = manner === 'planned' ? undefined : nameOf(sql);
    const query = { text: sql, values: parameters as unknown[], ...(name && { name }) };
    return manner === 'quick' ? lanes.run<Row>(query) : (await pool.query<Row>(query)).rows;
  };
}

/** The same on PGlite, which keeps no statements; inside an open transaction it would wait for itself: use that one. */
export function pgliteReader(pglite: PGlite): Read {
  return async <Row extends object>({ sql, parameters }: Statement) =>
    (await pglite.query<Row>(sql, parameters as unknown[])).rows;
}
