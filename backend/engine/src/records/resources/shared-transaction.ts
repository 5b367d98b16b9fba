import { AsyncLocalStorage } from 'node:async_hooks';
import type { EntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery } from 'kysely';
import type { Database, Tables } from '#backend/database/connection.ts';
import type { Statement } from '#backend/database/query.ts';
import { requireTimeLeft } from '#backend/kernel/http/request-context.ts';
import type { ResourceHooks } from './hooks.ts';
import { createResourceServices, type ResourceServices } from './resource-service.ts';

/** What waits for the commit of a transaction. */
interface AfterCommit {
  readonly changed: Set<string>;
  readonly hooks: (() => Promise<void>)[];
}

/** Whether the running code is in an open transaction: never to decide a right, only to detect a mistake. */
const insideTransaction = new AsyncLocalStorage<{ isOpen: boolean }>();

/**
 * Rejects a call inside `transaction` that would bypass it: to another connection, which does not see what it
 * has written, or, on the embedded database, to the transaction's end, which waits for the call.
 * @throws Error that names the call, and what to use instead.
 */
export function requireOutsideTransaction(call: string, instead: string): void {
  if (!insideTransaction.getStore()?.isOpen) return;
  throw new Error(`${call} is called inside \`transaction\`, which it does not take part in: ${instead}.`);
}

/** The table under which a transaction of several resources waits for its turn. */
const NO_TABLE = '';

/**
 * Runs writes of several records in one transaction: all are committed, or none. `work` gets the services
 * that write in it, and its EntityManager. A write is a savepoint: a rejected one does not affect the others.
 * @throws what `work` throws; ApiError UNAVAILABLE after the request's deadline.
 */
export async function inSharedTransaction<Result>(
  services: ResourceServices,
  work: (bound: ResourceServices, em: EntityManager) => Promise<Result>,
): Promise<Result> {
  const [any] = services.values();
  const { database, counts, events } = any!;
  const waiting: AfterCommit = { changed: new Set(), hooks: [] };
  const mark = { isOpen: true };
  try {
    const result = await database.writeTo(NO_TABLE, () =>
      database.em().transactional(async (em) => {
        const bound = servicesWithin(services, { em, waiting });
        const done = await insideTransaction.run(mark, () => work(bound, em));
        await requireTimeLeft();
        return done;
      }),
    );
    mark.isOpen = false;
    for (const hook of waiting.hooks) await hook();
    return result;
  } finally {
    mark.isOpen = false;
    // Also after an error: if the connection was lost, it is unknown whether the commit succeeded.
    for (const name of waiting.changed) counts.drop(name);
    events.wake();
  }
}

/** Returns the services of all resources that read and write within a transaction. */
function servicesWithin(
  services: ResourceServices,
  { em, waiting }: { em: EntityManager; waiting: AfterCommit },
): ResourceServices {
  const [any] = services.values();
  const { database, resources, events, fileUrls } = any!;
  const hooks = [...services].map(([name, service]) => [name, withLateHook(service.hooks, waiting)] as const);
  return createResourceServices({
    resources,
    fileUrls,
    database: databaseWithin(database, em),
    counts: { get: (_key, count) => count(), drop: (name) => waiting.changed.add(name) },
    hooks: Object.fromEntries(hooks),
    events: { resources: events.resources, wake: () => {} },
  });
}

/** Returns hooks whose `afterCreate` waits for the commit. */
const withLateHook = (
  { afterCreate, ...hooks }: ResourceHooks,
  { hooks: late }: AfterCommit,
): ResourceHooks =>
  afterCreate
    ? {
        ...hooks,
        afterCreate: async (item, actor) => {
          late.push(() => afterCreate(item, actor));
        },
      }
    : hooks;

/** Returns the database within a transaction: everything goes through its connection. */
function databaseWithin(database: Database, em: EntityManager): Database {
  const kysely = em.getKysely<Tables>();
  const run = async <Found extends object>({ sql, parameters }: Statement): Promise<Found[]> =>
    (await kysely.executeQuery<Found>(CompiledQuery.raw(sql, [...parameters]))).rows;
  // SQL of another write may have changed what one has loaded: each starts with an empty identity map.
  const fork = () => em.fork({ keepTransactionContext: true });
  return {
    ...database,
    kysely,
    openTransaction: kysely,
    query: run,
    // A failed statement would otherwise abort the whole transaction.
    execute: (statement) => em.transactional(() => run(statement)),
    writeTo: (_table, write) => write(),
    em: fork,
  };
}
