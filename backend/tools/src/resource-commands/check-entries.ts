import { type Database, openDatabase } from '@bindery/backend/database/connection.ts';
import { DatabaseUnavailable } from '@bindery/backend/database/connection-errors.ts';
import { createEntities } from '@bindery/backend/database/entities.ts';
import { createTables } from '@bindery/backend/database/migrations/planning-migrator.ts';
import { type Actor, ANYBODY } from '@bindery/backend/kernel/http/actor.ts';
import { loadSettings } from '@bindery/backend/kernel/settings/settings.ts';
import { createFileUrls } from '@bindery/backend/records/files/signed-url.ts';
import { list } from '@bindery/backend/records/resources/operations/list.ts';
import { read } from '@bindery/backend/records/resources/operations/read.ts';
import { checkComputedSql, isComputedBySql } from '@bindery/backend/records/resources/query/computed.ts';
import {
  createResourceServices,
  type ResourceService,
} from '@bindery/backend/records/resources/resource-service.ts';
import { changedRows } from '@bindery/backend/records/resources/write/write-rows.ts';
import { loadProduct } from '@bindery/contract/api/load-product.ts';
import { listQueryOf } from '@bindery/contract/records/resources/list-query.ts';
import { visibleTo } from '@bindery/contract/records/resources/visible.ts';
import { sampleUserFields, usedUserFields } from '@bindery/contract/records/rows/user-fields.ts';
import {
  type AllResources,
  allows,
  PUBLIC,
  ResourceConfigError,
  type ResourceField,
  type Role,
} from '@bindery/contract/schema/index.ts';
import { SAMPLE_USER } from '@bindery/contract/schema/users.ts';
import { checkIcons } from './check-icons.ts';
import { checkKinds } from './check-kinds.ts';
import { defineCommand } from './command.ts';

const USAGE = `npm run bindery check [-- --accept]

  npm run bindery check               validates the entries: options, icons, kinds, expressions (parsed by the
                                       database in DATABASE_URL, or by one in memory) and the statements of
                                       every role, which reads, lists, sorts, searches and creates in an empty
                                       database in memory (npm test -- <name> tests hooks and rules about
                                       values); then lists, for every ejected page, the fields that the entry
                                       has gained, lost or changed since the page was ejected
  npm run bindery check -- --accept   marks the ejected pages as up to date with the entries`;

const options = { accept: { type: 'boolean', default: false } } as const;

/** See `Command`. */
export const run = defineCommand({ usage: USAGE, options }, async ({ values, root, print }) => {
  const { resources } = await loadProduct(root);
  const { acceptPages, checkPages } = await import('./eject/check-pages.ts');
  if (values.accept) {
    for (const file of acceptPages(root, resources)) print(`${file} is marked as up to date with its entry.`);
    return 0;
  }
  await checkIcons(resources);
  checkKinds(root);
  // One for both, because it takes seconds to create one.
  const memory = await openDatabase({ entities: createEntities(resources), url: undefined });
  try {
    const unchecked = await checkExpressions(resources, loadSettings().databaseUrl, memory);
    print(
      unchecked
        ? `The entries are valid; their expressions were not checked: ${unchecked}`
        : 'The entries are valid.',
    );
    await createTables(memory);
    print(`${await checkStatements(resources, memory)} statements of all roles run in an empty database.`);
  } finally {
    await memory.close();
  }
  const { pages, problems } = checkPages(root, resources);
  for (const problem of problems) print(problem);
  if (problems.length > 0) print('\nWhen the pages are updated: npm run bindery check -- --accept');
  else if (pages === 0) print('There are no ejected pages.');
  else
    print(
      pages === 1 ? 'The ejected page matches its entry.' : `All ${pages} ejected pages match their entries.`,
    );
  return problems.length > 0 ? 1 : 0;
});

/**
 * Has a database parse the expressions of computed fields, with the tables of the entries: the server at
 * `url`, or else the given one, which needs no tables. Returns why it could not; undefined after success.
 * @throws ResourceConfigError that names the first field whose expression the database rejects.
 */
export async function checkExpressions(
  resources: AllResources,
  url: string | undefined,
  memory: Database,
): Promise<string | undefined> {
  const fields = Object.values(resources).flatMap((resource) => Object.values(resource.fields));
  if (!fields.some(isComputedBySql)) return undefined;
  try {
    const database = url ? await openDatabase({ entities: createEntities(resources), url }) : memory;
    try {
      await checkComputedSql(database, resources, 'stated');
    } finally {
      if (database !== memory) await database.close();
    }
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return error.message;
    throw error;
  }
  return undefined;
}

/** Counts records by asking the database each time. */
const NO_CACHE = { get: (_key: string, count: () => Promise<number>) => count(), drop: () => {} };

/**
 * Runs reads, lists, sorts, searches and creations of each resource as each role in a database with the
 * tables of the entries, without a record: as users whose fields in row filters have values, and have none.
 * Hooks do not run.
 * @returns the number of statements.
 * @throws ResourceConfigError that names the first resource and role whose statement fails.
 */
export async function checkStatements(resources: AllResources, database: Database): Promise<number> {
  const fileUrls = createFileUrls('for statements without readers');
  const services = createResourceServices({ resources, database, counts: NO_CACHE, fileUrls });
  let count = 0;
  for (const service of services.values())
    for (const role of [...service.resource.roles.names, PUBLIC])
      for (const actor of sampleActors(resources, role)) count += await tryAs(service, actor);
  return count;
}

/** Returns two users of a role: with a value in every field of row filters, and only in the required ones. */
function sampleActors(resources: AllResources, role: Role): Actor[] {
  if (role === PUBLIC) return [ANYBODY];
  const { users } = resources;
  const used = new Set(usedUserFields(resources).map(({ name }) => name));
  const filled = Object.entries(users ? sampleUserFields(users) : {}).filter(([name]) => used.has(name));
  const stated = filled.filter(([name]) => users?.fields[name]?.required);
  const empty = [...used].map((name) => [name, undefined] as const);
  const signedIn = {
    role,
    impersonator: null,
    credential: { kind: 'session', id: '', createdAt: new Date() },
  } as const;
  const other = { id: SAMPLE_USER.id.replace(/0$/, '1'), email: 'other@example.com' };
  return [
    { ...SAMPLE_USER, ...signedIn, fields: Object.fromEntries(filled) },
    { ...other, ...signedIn, fields: Object.fromEntries([...empty, ...stated]) },
  ];
}

async function tryAs(service: ResourceService, actor: Actor): Promise<number> {
  const { resource } = service;
  const visible = visibleTo(resource, [actor.role]);
  const schema = listQueryOf(visible);
  const listing = (query: Record<string, string>) => () =>
    list(service, { query: schema.parse(query), actor });
  const fields = Object.values<ResourceField>(visible.fields);
  const reads: Record<string, () => Promise<unknown>> = {
    read: () => read(service, { id: SAMPLE_USER.id, actor }).catch(unlessFailed),
    list: listing({}),
    ...(visible.search.length > 0 && { search: listing({ q: 'a' }) }),
    ...Object.fromEntries(
      fields
        .filter(({ sort }) => sort)
        .map(({ name }) => [`list, sorted by ${name},`, listing({ _sort: name })]),
    ),
  };
  const tried = {
    ...(allows(resource, { role: actor.role, action: 'read' }) && reads),
    ...(allows(resource, { role: actor.role, action: 'create' }) && {
      create: () => explain(service, actor),
    }),
  };
  for (const [what, run] of Object.entries(tried))
    try {
      await run();
    } catch (error) {
      const problem = `cannot ${what}: ${error instanceof Error ? error.message : String(error)}`;
      throw new ResourceConfigError([{ resource: resource.name, key: 'rights', value: actor.role, problem }]);
    }
  return Object.keys(tried).length;
}

/** There is no record, so only "not found" is expected; any other error is a failure. */
const unlessFailed = (error: unknown): void => {
  if ((error as { readonly code?: unknown }).code !== 'NOT_FOUND') throw error;
};

/** Makes the database plan the statement of a creation with every column. */
async function explain(service: ResourceService, actor: Actor): Promise<void> {
  const { database, resource } = service;
  const columns = Object.values<ResourceField>(resource.fields).filter(
    ({ join, computed }) => !join && !computed,
  );
  const row = Object.fromEntries(columns.map(({ column }) => [column, null]));
  const rows = [{ id: SAMPLE_USER.id, row, changedValues: {} }];
  const { source, ...parts } = changedRows({ service, actor, batch: null, action: 'create', rows });
  const { sql, parameters } = service.projection(actor).compileFrom(parts, source);
  await database.execute({ sql: `explain ${sql}`, parameters });
}
