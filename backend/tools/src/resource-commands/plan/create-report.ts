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
import { compareDocuments, type EndpointChange } from './compare-documents.ts';
import { compareRights, type RightChange } from './compare-rights.ts';
import { planSql, type SqlPlan } from './plan-sql.ts';

/** What the config changes for those who call the API. */
export interface ApiChanges {
  readonly endpoints: readonly EndpointChange[];
  readonly rights: readonly RightChange[];
}

/** Everything that the edited config changes. */
export interface ChangeReport {
  /** What endpoints and rights are compared with: `HEAD (f150907)`. */
  readonly against: string;
  readonly sql: SqlPlan;
  /** Undefined if the config, or the routes, of the revision could not be loaded. */
  readonly comparison?: ApiChanges;
  /** Why the revision could not be compared. */
  readonly problem?: string;
  /** Those that were not missing before; all of them if the revision could not be loaded. */
  readonly texts: readonly MissingTexts[];
}

/**
 * Reports what a config changes: its tables since the last migration, its endpoints and rights since a
 * revision of git. A revision that cannot be loaded leaves the rest as it is.
 */
export async function createReport(
  resources: AllResources,
  { revision }: { revision: string },
): Promise<ChangeReport> {
  const entities = createEntities(resources);
  const sql = await planSql({ entities, open: () => openExistingDatabase(entities) });
  const texts = missingTexts(resources);
  try {
    const { commit, source, routes: sources, texts: formerTexts } = configAt(revision);
    const before = { resources: await loadConfig(source), routes: await loadExtensionRoutes(sources) };
    const index = pathToFileURL(join(productRoot(), 'contract/extensions/index.ts')).href;
    const after = { resources, routes: (await import(index)) as RoutesByName };
    const known = new Set(
      missingTexts(before.resources, keysInSources(formerTexts)).flatMap(({ file, keys }) =>
        keys.map((key) => `${file} ${key}`),
      ),
    );
    const isNew = (file: string) => (key: string) => !known.has(`${file} ${key}`);
    return {
      against: `${revision} (${commit})`,
      sql,
      comparison: compareConfigs({ before, after }),
      texts: texts
        .map((missing) => ({ ...missing, keys: missing.keys.filter(isNew(missing.file)) }))
        .filter(({ keys }) => keys.length > 0),
    };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { against: revision, sql, texts, problem };
  }
}

type RoutesByName = Readonly<Record<string, AppRouter>>;

/** What callers see: entries, and the routes of extensions by the names of their exports. */
interface Product {
  readonly resources: AllResources;
  readonly routes?: RoutesByName;
}

/** Compares what two configs, with the routes of their extensions, mean for those who call the API. */
export function compareConfigs({ before, after }: { before: Product; after: Product }): ApiChanges {
  const document = ({ resources, routes = {} }: Product) =>
    contractDocument({ resources, extensions: Object.values(routes).map(asExtension), roles: [] });
  return {
    endpoints: compareDocuments(document(before), document(after)),
    rights: compareRights({ before: before.resources, after: after.resources }),
  };
}

/** The document needs no handlers. */
function asExtension(routes: AppRouter): EndpointsExtension {
  const [first] = ownRoutes(routes);
  return { resource: first && accessOf(first[1]).resource, routes, handlers: {} };
}

/** The numbers of findings that make `--check` fail. */
export interface Findings {
  readonly breaking: number;
  readonly review: number;
  readonly lossy: number;
  /** Conditions that existing rows do not meet, so that the migration would fail. */
  readonly impossible: number;
}

/** Counts the certain and possible problems in a report. */
export function findingsIn({ sql, comparison }: ChangeReport): Findings {
  const changes = [...(comparison?.endpoints ?? []), ...(comparison?.rights ?? [])];
  return {
    breaking: changes.filter(({ verdict }) => verdict === 'breaking').length,
    review: changes.filter(({ verdict }) => verdict === 'review').length,
    lossy: sql.losses.length,
    impossible: sql.conditions.filter(({ rows = 0 }) => rows > 0).length,
  };
}

/** Returns whether a release needs a review: a change is breaking, loses data, is impossible, or is unknown. */
export const needsAttention = (report: ChangeReport): boolean => {
  const { breaking, lossy, impossible } = findingsIn(report);
  return breaking + lossy + impossible > 0 || report.problem !== undefined;
};
