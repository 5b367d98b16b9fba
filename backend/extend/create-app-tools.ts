import type { EntityManager } from '@mikro-orm/postgresql';
import { languageOfUser } from '#backend/auth/user-language.ts';
import type { Database } from '#backend/database/connection.ts';
import { type Actor, APPLICATION } from '#backend/http/actor.ts';
import { ApiError } from '#backend/http/api-error.ts';
import type { Mailer } from '#backend/mail/mailer.ts';
import { ownMail } from '#backend/mail/messages.ts';
import type { AppTools, Records, RecordTools } from '#backend/resources/app-tools.ts';
import { create } from '#backend/resources/operations/create.ts';
import { remove } from '#backend/resources/operations/delete.ts';
import { listWhole } from '#backend/resources/operations/list.ts';
import { restore } from '#backend/resources/operations/restore.ts';
import { update } from '#backend/resources/operations/update.ts';
import type { RecordJson } from '#backend/resources/query/projection.ts';
import { rowsOfHistory, scopeOf } from '#backend/resources/query/scope.ts';
import type { ResourceService, ResourceServices } from '#backend/resources/resource-service.ts';
import { inSharedTransaction, requireOutsideTransaction } from '#backend/resources/shared-transaction.ts';
import { type ListQuery, listQueryOf } from '#contract/resources/list-query.ts';
import { type Action, allows, type Fields, PUBLIC, type Resource } from '#contract/schema/index.ts';
import { fieldErrors } from '#contract/validation.ts';
import type { ExtensionJobs } from './extension-jobs.ts';

interface Parts {
  readonly database: Database;
  readonly services: ResourceServices;
  readonly mailer: Pick<Mailer, 'post'>;
  readonly jobs: Pick<ExtensionJobs, 'add'>;
}

/** Creates the tools of one call on behalf of somebody. */
export type CreateTools = (actor?: Actor) => AppTools;

/** Returns the function that creates what hooks after a commit, endpoints and jobs may use. */
export function createAppTools({ database, services, mailer, jobs }: Parts): CreateTools {
  const [any] = services.values();
  // A config may name its roles otherwise.
  const application = { ...APPLICATION, role: any?.resource.roles.administrators[0] ?? APPLICATION.role };
  return (actor = application) => {
    const outside = recordTools(services, { em: outsideTransactions(database.em()), actor });
    return {
      ...outside,
      records: (name) => {
        requireOutsideTransaction(`records('${name}')`, given('records'));
        return outside.records(name);
      },
      transaction: async (work) => {
        requireOutsideTransaction('transaction', given('transaction'));
        return inSharedTransaction(services, (bound, em) => {
          const tools: RecordTools = {
            ...recordTools(bound, { em, actor }),
            transaction: (inner) => inner(tools),
          };
          return work(tools);
        });
      },
      sendMail: async (mail) => {
        requireOutsideTransaction('sendMail', 'call it after the transaction, which may yet fail');
        mailer.post(ownMail(mail, mail.language ?? (await languageOfUser(database.query, mail.to))));
      },
      languageOf: async (user) => {
        requireOutsideTransaction('languageOf', 'call it before the transaction');
        return languageOfUser(database.query, user);
      },
      addJob: async (job, payload) => {
        requireOutsideTransaction('addJob', 'call it after the transaction, which may yet fail');
        return jobs.add(job, payload);
      },
    };
  };
}

const given = (name: string) => `use the \`${name}\` that \`transaction\` passes to its function`;

/** Returns an EntityManager that refuses to be used inside a transaction of other tools. */
function outsideTransactions(em: EntityManager): EntityManager {
  const getContext = em.getContext.bind(em);
  em.getContext = (validate) => {
    requireOutsideTransaction('em', given('em'));
    return getContext(validate);
  };
  return em;
}

/** Returns what reads and writes records by some services, and an EntityManager whose changes they see. */
const recordTools = (
  services: ResourceServices,
  { em, actor }: { em: EntityManager; actor: Actor },
): Omit<RecordTools, 'transaction'> => {
  const [any] = services.values();
  return {
    em,
    entities: any!.entities,
    records: (name) => {
      const service = services.get(name);
      if (!service) throw new Error(`There is no resource ${name}.`);
      return recordsOf(service, { actor, em });
    },
  };
};

/**
 * Reads a record with all of its fields, from the primary; null if it does not exist, or not for the actor, who is the
 * application by default. Which fields an answer shows is up to the code that asks.
 */
export async function readWhole(
  service: ResourceService,
  id: string,
  actor: Actor = APPLICATION,
): Promise<RecordJson | null> {
  const { resource } = service;
  const projection = service.projection(APPLICATION);
  const scope = scopeOf(resource, { actor, rows: rowsOfHistory(resource, actor) });
  const all = projection.select().where('record.id', '=', id);
  const row = await (scope ? all.where(scope) : all).executeTakeFirst();
  return row ? projection.toJson(row) : null;
}

/**
 * Reads a query as the endpoint of the list does: all values are texts there.
 *
 * @throws ApiError INVALID that names the parameters.
 */
function parseListQuery(resource: Resource, query: object): ListQuery {
  const texts = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.map(String) : String(value)] as const],
  );
  const { data, error } = listQueryOf(resource).safeParse(Object.fromEntries(texts), { reportInput: true });
  if (error) throw new ApiError('INVALID', { errors: fieldErrors(error.issues) });
  return data;
}

function recordsOf<F extends Fields>(
  service: ResourceService,
  { actor, em }: { actor: Actor; em: EntityManager },
): Records<F> {
  const isShared = em.isInTransaction();
  /** Checks the right of a caller without a session, and lets the access see what the EntityManager has changed. */
  const begin = async (action: Action, refusal: 'FORBIDDEN' | 'NOT_FOUND' = 'FORBIDDEN') => {
    const { resource } = service;
    if (!isShared) requireOutsideTransaction(`records('${resource.name}')`, given('records'));
    if (actor.role === PUBLIC && !allows(resource, { role: PUBLIC, action })) throw new ApiError(refusal);
    if (isShared) await em.flush();
  };
  const readFor = async (id: string, reader: Actor) => {
    const record = await readWhole(service, id, reader);
    if (!record) throw new ApiError('NOT_FOUND');
    // Its fields are those of the entry that the service was made for.
    return record as Awaited<ReturnType<Records<F>['read']>>;
  };
  const written = (id: string) => readFor(id, APPLICATION);
  return {
    read: async (id) => {
      await begin('read', 'NOT_FOUND');
      return readFor(id, actor);
    },
    list: async (query) => {
      await begin('read');
      const { items, total, next } = await listWhole(service, {
        query: parseListQuery(service.resource, query ?? {}),
        actor,
      });
      // As above.
      return { items: items as Awaited<ReturnType<Records<F>['list']>>['items'], total: total.value, next };
    },
    create: async (values) => {
      await begin('create');
      return written((await create(service, { values, actor })).id);
    },
    update: async ({ id, values, ifMatch }) => {
      await begin('update');
      await update(service, { id, values, ifMatch, actor });
      return written(id);
    },
    delete: async (id, { archived = false } = {}) => {
      await begin('delete');
      await remove(service, { id, ifMatch: undefined, actor, archived });
    },
    restore: async (id) => {
      await begin('restore');
      await restore(service, { id, ifMatch: undefined, actor });
      return written(id);
    },
  };
}
