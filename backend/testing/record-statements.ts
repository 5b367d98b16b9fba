import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { vi } from 'vitest';

/**
 * Records the SQL statements that the code under test runs, on either engine, in order and including transactions.
 */
export interface Recording {
  /** Returns the statements since the last call, without their parameters. */
  taken(): string[];
  stop(): void;
}

/** A driver's client. */
interface Client {
  query(...args: unknown[]): unknown;
}

/** Records all statements that this process sends to databases until it is stopped. */
export function recordStatements(): Recording {
  const statements: string[] = [];
  const record = (asked: unknown) => {
    const text = typeof asked === 'object' && asked !== null && 'text' in asked ? asked.text : asked;
    // Notifications between servers are sent asynchronously, independent of the code under test.
    if (!String(text).startsWith('select pg_notify')) statements.push(String(text));
  };
  const listenTo = (prototype: Client) => {
    const { query } = prototype;
    return vi.spyOn(prototype, 'query').mockImplementation(function (this: unknown, ...args) {
      record(args[0]);
      return query.apply(this, args);
    });
  };
  const spies = [listenTo(pg.Client.prototype), listenTo(pglitePrototype())];
  return {
    taken: () => statements.splice(0),
    stop: () => {
      for (const spy of spies) spy.mockRestore();
    },
  };
}

/** The class that PGlite inherits `query` from, which it does not export. */
function pglitePrototype(): Client {
  let prototype: object = PGlite.prototype;
  while (!Object.hasOwn(prototype, 'query')) prototype = Object.getPrototypeOf(prototype);
  return prototype as Client;
}
