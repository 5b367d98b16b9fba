import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createEntities } from '@bindery/backend/database/entities.ts';
import type { EndpointsExtension } from '@bindery/backend/extend/endpoints.ts';
import { openExistingDatabase } from '@bindery/backend/web/open-existing-database.ts';
import { contractDocument } from '@bindery/backend/web/openapi/document.ts';
import { accessOf, ownRoutes } from '@bindery/contract/api/extend/define-routes.ts';
import { productRoot } from '@bindery/contract/api/product.ts';
import { keysInSources, type MissingTexts, missingTexts } from '@bindery/contract/api/texts/locale-files.ts';
import type { AppRouter } from '@bindery/contract/records/ts-rest.ts';
import type { AllResources } from '@bindery/contract/schema/index.ts';
import { configAt, loadConfig, loadExtensionRoutes } from '../load-config.ts';
import { type Change, changesIn } from './change.ts';
import { compareDocuments } from './compare-documents.ts';
import { compareRights } from './compare-rights.ts';
import { planSql } from './plan-sql.ts';

/** Everything that the edited config changes. */
export interface ChangeReport {
  /** What endpoints, rights and texts are compared with: `HEAD (f150907)`. */
  readonly against: string;
  readonly changes: readonly Change[];
}

/**
 * Reports what a config changes: its tables since the last migration, its endpoints, rights and missing texts
 * since a revision of git. If the revision cannot be loaded, the report says why, and contains all missing
 * texts.
 */
export async function createReport(resources: AllResources, revision: string): Promise<ChangeReport> {
  const entities = createEntities(resources);
  const sql = await planSql({ entities, open: () => openExistingDatabase(entities) });
  try {
    const { commit, source, routes: sources, texts } = configAt(revision);
    const before = { resources: await loadConfig(source), routes: await loadExtensionRoutes(sources) };
    const index = pathToFileURL(join(productRoot(), 'contract/extensions/index.ts')).href;
    const after = { resources, routes: (await import(index)) as RoutesByName };
    const known = missingTexts(before.resources, keysInSources(texts));
    return {
      against: `${revision} (${commit})`,
      changes: [...sql, ...compareConfigs({ before, after }), ...missing(resources, known)],
    };
  } catch (error) {
    const what = `could not be compared: ${error instanceof Error ? error.message : String(error)}`;
    const unknown = changesIn('endpoints')('unknown', revision, what);
    return { against: revision, changes: [...sql, unknown, ...missing(resources)] };
  }
}

type RoutesByName = Readonly<Record<string, AppRouter>>;

/** What callers see: entries, and the routes of extensions by the names of their exports. */
interface Product {
  readonly resources: AllResources;
  readonly routes?: RoutesByName;
}

/** Compares what two configs, with the routes of their extensions, mean for those who call the API. */
export function compareConfigs({ before, after }: { before: Product; after: Product }): Change[] {
  const document = ({ resources, routes = {} }: Product) =>
    contractDocument({ resources, extensions: Object.values(routes).map(asExtension), roles: [] });
  return [
    ...compareDocuments(document(before), document(after)),
    ...compareRights({ before: before.resources, after: after.resources }),
  ];
}

/** The document needs no handlers. */
function asExtension(routes: AppRouter): EndpointsExtension {
  const [first] = ownRoutes(routes);
  return { resource: first && accessOf(first[1]).resource, routes, handlers: {} };
}

/** Reports the texts that a config lacks, by locale file, except those that are known to be missing. */
const missing = (resources: AllResources, known: readonly MissingTexts[] = []): Change[] =>
  missingTexts(resources).flatMap(({ file, keys }) => {
    const knownKeys = new Set(known.find((texts) => texts.file === file)?.keys);
    const details = keys.filter((key) => !knownKeys.has(key));
    return details.length > 0 ? [changesIn('texts')('missing', file, 'lacks texts', details)] : [];
  });
