import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createEntities } from '@bindery/backend/database/entities.ts';
import type { EndpointsExtension } from '@bindery/backend/extend/endpoints.ts';
import { openExistingDatabase } from '@bindery/backend/web/open-existing-database.ts';
import { contractDocument } from '@bindery/backend/web/openapi/document.ts';
import { accessOf, ownRoutes } from '@bindery/contract/api/extend/define-routes.ts';
import { productRoot } from '@bindery/contract/api/product.ts';
import { keysInSources, type MissingTexts, missingTexts } from '@bindery/contract/api/texts/missing-texts.ts';
import type { AppRouter } from '@bindery/contract/records/ts-rest.ts';
import type { AllResources } from '@bindery/contract/schema/index.ts';
import { configAt, loadConfig, loadExtensionRoutes } from '../load-config.ts';
import { compareDocuments } from './endpoints/compare-documents.ts';
import { type GroupedChange, groupChanges } from './endpoints/group-changes.ts';
import { nameRenamed } from './endpoints/name-renamed.ts';
import { compareRights, type RightChange } from './rights/compare-rights.ts';
import { planSql, type SqlPlan } from './sql/plan-sql.ts';
import { newlyMissing } from './texts/newly-missing.ts';
import { compareUniques, type UniqueChange } from './uniques/compare-uniques.ts';
import { compareValues, type ValueChange } from './values/compare-values.ts';

/** What the config changes for those who call the API. */
export interface ApiChanges {
  readonly endpoints: readonly GroupedChange[];
  readonly rights: readonly RightChange[];
  readonly uniques: readonly UniqueChange[];
  readonly values: readonly ValueChange[];
}

/** Everything that the edited config changes. */
export interface ChangeReport {
  /** What endpoints and rights are compared with: `HEAD (f150907)`. */
  readonly against: string;
  readonly sql: SqlPlan;
  /** Undefined where the config of the revision could not be loaded. */
  readonly comparison?: ApiChanges;
  /** Why the revision, or the endpoints of its extensions, could not be compared. */
  readonly problem?: string;
  /** Those that were not missing before; all of them where the revision could not be loaded. */
  readonly texts: readonly MissingTexts[];
}

/**
 * Reports what a config changes: its tables since the last migration, its endpoints and rights since a revision of git. A
 * revision that cannot be loaded leaves the rest as it is, and so do routes of extensions.
 */
export async function createReport(
  resources: AllResources,
  { revision }: { revision: string },
): Promise<ChangeReport> {
  const entities = createEntities(resources);
  const plan = (rules: readonly string[] = []) =>
    planSql({ entities, rules, open: () => openExistingDatabase(entities) });
  const texts = missingTexts(resources);
  let sql: SqlPlan | undefined;
  try {
    const { commit, source, routes, texts: formerTexts } = configAt(revision);
    const before = await loadConfig(source);
    const known = await routesOf(() => loadExtensionRoutes(routes));
    const now = await routesOf(
      () => import(pathToFileURL(join(productRoot(), 'contract/extensions/index.ts')).href),
    );
    const problem = known.problem ?? now.problem;
    const [old, present] = problem === undefined ? [known.routes, now.routes] : [{}, {}];
    const changes = compareConfigs({
      before: { resources: before, routes: old },
      after: { resources, routes: present },
    });
    sql = await plan(changes.uniques.flatMap(({ rule }) => rule ?? []));
    return {
      against: `${revision} (${commit})`,
      sql,
      texts: newlyMissing(texts, missingTexts(before, keysInSources(formerTexts))),
      comparison: { ...changes, uniques: changes.uniques.map(withRows(sql)) },
      ...(problem !== undefined && { problem: `the endpoints of extensions: ${problem}` }),
    };
  } catch (error) {
    return { against: revision, sql: sql ?? (await plan()), texts, problem: messageOf(error) };
  }
}

const withRows =
  ({ violations }: SqlPlan) =>
  (change: UniqueChange): UniqueChange => {
    const rows = change.rule === undefined ? undefined : violations[change.rule];
    return { ...change, ...(rows !== undefined && { rows }) };
  };

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

type RoutesByName = Readonly<Record<string, AppRouter>>;

const routesOf = (load: () => Promise<RoutesByName>): Promise<{ routes: RoutesByName; problem?: string }> =>
  load().then(
    (routes) => ({ routes }),
    (error: unknown) => ({ routes: {}, problem: messageOf(error) }),
  );

/** What callers see: entries, and the routes of extensions, by what they are exported as. */
interface Product {
  readonly resources: AllResources;
  readonly routes?: RoutesByName;
}

/** Compares what two configs, with the routes of their extensions, mean for those who call the API. */
export function compareConfigs({ before, after }: { before: Product; after: Product }): ApiChanges {
  const document = ({ resources, routes = {} }: Product) =>
    contractDocument({ resources, extensions: Object.values(routes).map(asExtension), roles: [] });
  const changes = groupChanges(compareDocuments(document(before), document(after)));
  return {
    endpoints: nameRenamed(changes, after.resources),
    rights: compareRights({ before: before.resources, after: after.resources }),
    uniques: compareUniques({ before: before.resources, after: after.resources }),
    values: compareValues({ before: before.resources, after: after.resources }),
  };
}

/** The document needs no handlers. */
function asExtension(routes: AppRouter): EndpointsExtension {
  const [first] = ownRoutes(routes);
  return { resource: first && accessOf(first[1]).resource, routes, handlers: {} };
}
