import type { ResourceName } from '@bindery/contract/schema/register.ts';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Database, Tables } from '#backend/database/connection.ts';
import { type Actor, APPLICATION } from '#backend/kernel/http/actor.ts';
import { languageOfUser } from '#backend/kernel/mail/language-of-user.ts';
import type { Mailer } from '#backend/kernel/mail/mailer.ts';
import { ownMail } from '#backend/kernel/mail/messages.ts';
import type {
  ApplicationRecordTools,
  ApplicationTools,
  AppTools,
  CommonTools,
  FieldsOf,
  TransactionTools,
} from '#backend/records/resources/app-tools.ts';
import type { ResourceService, ResourceServices } from '#backend/records/resources/resource-service.ts';
import {
  inSharedTransaction,
  requireOutsideTransaction,
} from '#backend/records/resources/shared-transaction.ts';
import {
  type OnceResult,
  type Repeatable,
  once as runOnce,
} from '#backend/records/resources/write/idempotency-key.ts';
import type { ExtensionJobs } from './jobs.ts';
import { recordsOf, toolsGiven } from './records.ts';

interface Parts {
  readonly database: Database;
  readonly services: ResourceServices;
  readonly mailer: Pick<Mailer, 'post'>;
  readonly jobs: Pick<ExtensionJobs, 'add'>;
}

/** Creates the tools of one call: on behalf of an actor, or without one as the application. */
export interface CreateTools {
  (): ApplicationTools;
  (actor: Actor): AppTools;
  /**
   * Runs `work` once for repeated requests of a user with the same key; otherwise returns the first response.
   * All writes with its tools are one transaction with it; emails wait for the commit, jobs cannot be added.
   */
  once<Result>(
    request: Repeatable,
    work: (tools: AppTools & { readonly asApplication: ApplicationTools }) => Promise<Result>,
  ): Promise<OnceResult<Result>>;
}

/** Returns the function that creates the tools of hooks after a commit, endpoints and jobs. */
export function createAppTools({ database, services, mailer, jobs }: Parts): CreateTools {
  const [any] = services.values();
  // A config may name its roles differently.
  const application = { ...APPLICATION, role: any?.resource.roles.administrators[0] ?? APPLICATION.role };
  const outside = () => ({ em: outsideTransactions(database.em()), application, isShared: false });
  const within = (em: EntityManager) => ({ em, application, isShared: true });
  const common: CommonTools = {
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
  const begin = <Result>(work: (bound: ResourceServices, em: EntityManager) => Promise<Result>) => {
    requireOutsideTransaction('transaction', toolsGiven('transaction'));
    return inSharedTransaction(services, work);
  };
  const toolsOfApplication = (): ApplicationTools => ({
    ...common,
    ...applicationTools(services, outside()),
    transaction: async (work) => begin((bound, em) => work(applicationTools(bound, within(em)))),
  });
  const toolsOf = (actor: Actor): AppTools => ({
    ...common,
    ...actorTools(services, { ...outside(), actor }),
    transaction: async (work) => begin((bound, em) => work(actorTools(bound, { ...within(em), actor }))),
  });
  function createTools(): ApplicationTools;
  function createTools(actor: Actor): AppTools;
  function createTools(actor?: Actor): AppTools | ApplicationTools {
    return actor ? toolsOf(actor) : toolsOfApplication();
  }
  const once: CreateTools['once'] = async (request, work) => {
    const late: (() => Promise<void>)[] = [];
    const bind = (bound: ResourceServices, em: EntityManager) => {
      const waiting: CommonTools = {
        sendMail: async (mail) => void late.push(() => common.sendMail(mail)),
        addJob: common.addJob,
        languageOf: (user) => languageOfUser(anyOf(bound).database.query, user),
      };
      const { asApplication, ...tools } = actorTools(bound, { ...within(em), actor: request.actor });
      return { ...waiting, ...tools, asApplication: { ...waiting, ...asApplication } };
    };
    const result = await begin((bound, em) =>
      runOnce(em.getKysely<Tables>(), request, () => work(bind(bound, em))),
    );
    for (const act of late) await act();
    return result;
  };
  return Object.assign(createTools, { once });
}

/** Returns an EntityManager that rejects use inside a transaction of other tools. */
function outsideTransactions(em: EntityManager): EntityManager {
  const getContext = em.getContext.bind(em);
  em.getContext = (validate) => {
    requireOutsideTransaction('em', toolsGiven('em'));
    return getContext(validate);
  };
  return em;
}

interface Writing {
  readonly em: EntityManager;
  readonly application: Actor;
  /** Whether `em` belongs to a transaction. */
  readonly isShared: boolean;
}

/** Returns the tools that read and write records through the given services on behalf of an actor. */
const entityTools = (
  services: ResourceServices,
  { em, actor, isShared }: Pick<Writing, 'em' | 'isShared'> & { readonly actor: Actor },
) => ({
  em,
  entities: anyOf(services).entities,
  records: <N extends ResourceName, Item, Values extends object>(name: N) => {
    if (!isShared) requireOutsideTransaction(`records('${name}')`, toolsGiven('records'));
    const service = services.get(name);
    if (!service) throw new Error(`The resource ${name} does not exist.`);
    return recordsOf<FieldsOf<N>, Item, Values>(service, { actor, em, isShared });
  },
});

/** Returns the same tools as the application. */
function applicationTools(
  services: ResourceServices,
  { em, application: actor, isShared }: Writing,
): ApplicationRecordTools {
  const tools: ApplicationRecordTools = {
    ...entityTools(services, { em, actor, isShared }),
    transaction: (work) => work(tools),
  };
  return tools;
}

/** Returns the same tools with those of the application. */
function actorTools(
  services: ResourceServices,
  { em, actor, application, isShared }: Writing & { readonly actor: Actor },
): TransactionTools {
  const tools: TransactionTools = {
    ...entityTools(services, { em, actor, isShared }),
    asApplication: applicationTools(services, { em, application, isShared }),
    transaction: (work) => work(tools),
  };
  return tools;
}

/** Returns one of the services, for what all of them have in common. */
const anyOf = (services: ResourceServices): ResourceService => [...services.values()][0]!;
