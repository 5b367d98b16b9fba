import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { vi } from 'vitest';
import { LIST_CONNECTION } from '#backend/database/postgres.ts';
import { currentContext } from '#backend/kernel/http/request-context.ts';

/**
 * Records the SQL statements that requests run, on either engine, in order and including transactions. It
 * excludes the server's background work, such as polling for jobs or opening a further connection.
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

/** Records the statements of all requests to servers of this process until it is stopped. */
export function recordStatements(): Recording {
  const statements: string[] = [];
  const record = (requested: unknown) => {
    const text =
      typeof requested === 'object' && requested !== null && 'text' in requested ? requested.text : requested;
    // Notifications between servers are sent after the response, or later.
    if (!currentContext() || text === LIST_CONNECTION || String(text).startsWith('select pg_notify')) return;
    statements.push(String(text));
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
