import { requireFixedRight } from '@bindery/backend/access/sessions/middleware.ts';
import type { Database } from '@bindery/backend/database/connection.ts';
import { sampleUsers } from '@bindery/backend/extend/samples/seed-users.ts';
import { ApiError } from '@bindery/backend/kernel/http/api-error.ts';
import { done, endpoints, guarded } from '@bindery/backend/kernel/http/endpoints.ts';
import type { AppParts } from '@bindery/backend/web/app.ts';
import {
  type DeveloperOverview,
  developerRoutes,
  type FirstSteps,
} from '@bindery/contract/api/developers/routes.ts';
import { type Product, product, productRoot } from '@bindery/contract/api/product.ts';
import { pages } from '@bindery/contract/api/read-pages.ts';
import { missingTextsOf, readKeys } from '@bindery/contract/api/texts/locale-files.ts';
import { rolesOf } from '@bindery/contract/records/rights.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import type { Router } from 'express';
import { EXAMPLE, STARTER } from '#tools/setup/options.ts';
import { appPageFiles, writeAppPage } from './app-page.ts';
import { jsonSchemasOf, pagesOf, reportEndpoints, reportRights } from './resource-report.ts';
import type { StatementLog } from './statement-log.ts';
import { jobsOf, measureTables, reportStatements, reportTables, tablesOf } from './table-reports.ts';
import { accountsOf, createViewing } from './view-as.ts';

type Parts = Pick<AppParts, 'auth' | 'database' | 'mailer' | 'resources' | 'extensions' | 'settings'>;

const MAILS = 20;

/** Returns the development server's own router: data of the developers' page, for administrators of users. */
export function createDeveloperRoutes(log: StatementLog): (parts: Parts) => Router {
  return (parts) => {
    const { database, resources } = parts;
    const viewing = createViewing(parts);
    const onlyAdmins = requireFixedRight('user', 'impersonate');
    return endpoints(developerRoutes, {
      overview: guarded(onlyAdmins, async () => ({
        status: 200,
        body: await log.unnoted(() => overviewOf(parts, log)),
      })),
      firstSteps: guarded(onlyAdmins, async () => ({
        status: 200,
        body: await log.unnoted(() => firstStepsOf({ database, resources, product: product(), pages })),
      })),
      writeAppPage: guarded(onlyAdmins, async () => {
        const [first] = ownResources(resources);
        if (!first) throw new ApiError('CONFLICT', { message: 'There is no entry to list yet.' });
        const written = writeAppPage(productRoot(), first).map((file) => `    ${file}\n`);
        process.stdout.write(`\n  Written for /app/${first.name}:\n${written.join('')}\n`);
        return done;
      }),
      resource: guarded(onlyAdmins, async ({ params: { name } }) => {
        const resource = Object.hasOwn(resources, name) ? resources[name] : undefined;
        if (!resource) throw new ApiError('NOT_FOUND');
        const body = {
          name,
          tables: await log.unnoted(() => reportTables(database, tablesOf(resource))),
          endpoints: reportEndpoints(parts, name),
          schemas: jsonSchemasOf(resource),
          rights: reportRights(resource),
          pages: pagesOf(parts, name),
          missingTexts: missingTextsOf(resource),
        };
        return { status: 200, body };
      }),
      viewAs: guarded(onlyAdmins, async ({ body: { role }, req, res }) => {
        await viewing.begin(role, { req, res });
        return done;
      }),
      // Available to the viewed role: the cookie identifies the session to restore.
      stopViewing: async ({ req, res }) => {
        await viewing.stop({ req, res });
        return done;
      },
    });
  };
}

async function overviewOf(parts: Parts, log: StatementLog): Promise<DeveloperOverview> {
  const { database, mailer, resources } = parts;
  const all = Object.values(resources);
  const [accounts, activity, tables] = await Promise.all([
    accountsOf(database, resources),
    jobsOf(database, resources),
    measureTables(database, all.flatMap(tablesOf)),
  ]);
  const keys = readKeys();
  const summaryOf = (resource: Resource) => {
    const own = tables.filter(({ name }) => tablesOf(resource).includes(name));
    return {
      name: resource.name,
      table: resource.table,
      rows: own[0]?.rows ?? 0,
      bytes: own.reduce((sum, { bytes }) => sum + bytes, 0),
      endpoints: reportEndpoints(parts, resource.name).length,
      missingTexts: missingTextsOf(resource, keys).reduce((sum, missing) => sum + missing.keys.length, 0),
    };
  };
  return {
    ...activity,
    accounts: accounts.map(({ role, email, state }) => ({ role, email, state })),
    resources: all.map(summaryOf),
    statements: reportStatements(log, resources),
    mails: (mailer.outbox?.list() ?? [])
      .slice(0, MAILS)
      // The subject of an email with a code contains the code.
      .map(({ to, subject, sentAt, code }) => ({
        to,
        sentAt,
        subject: code ? subject.replaceAll(code, '…') : subject,
      })),
  };
}

interface Adopted {
  readonly database: Pick<Database, 'query'>;
  readonly resources: Readonly<Record<string, Resource>>;
  readonly product: Pick<Product, 'slug' | 'colors'>;
  /** The pages by address. */
  readonly pages: object;
}

/**
 * Returns which of the first steps an adopter has completed. In the starter itself none is: its resources and
 * records are an example. Sample records have no history: they do not count as the first.
 */
export async function firstStepsOf({ database, resources, product, pages }: Adopted): Promise<FirstSteps> {
  const added = ownResources(resources);
  const own = added.map(({ name }) => name);
  const hasExample = EXAMPLE.entries.every((name) => Object.hasOwn(resources, name));
  const isColored = product.colors.light.accent !== STARTER.accent;
  const none = { resources: [], appPageFiles: {}, hasRecord: false, hasInvited: false, appPage: null };
  if (product.slug === STARTER.slug) return { ...none, isNamed: false, isColored, hasExample };
  const [row] = await database.query<{ hasRecord: boolean; hasInvited: boolean }>({
    sql: `select
      exists (select 1 from history where resource = any($1) and action = 'create') as "hasRecord",
      exists (select 1 from users where email <> all($2)) as "hasInvited"`,
    parameters: [own, sampleUsers(rolesOf(resources)).map(({ email }) => email)],
  });
  const appPage = Object.keys(pages).find((address) => /^\/app\/(?!account$)[^:]*$/.test(address)) ?? null;
  const files = added[0] && !appPage ? appPageFiles(added[0]) : {};
  const state = { isNamed: true, isColored, hasExample, appPageFiles: files };
  return { ...none, ...state, resources: own, appPage, ...row };
}

const ownResources = (resources: Readonly<Record<string, Resource>>): readonly Resource[] =>
  Object.values(resources).filter(({ name }) => name !== 'users');
