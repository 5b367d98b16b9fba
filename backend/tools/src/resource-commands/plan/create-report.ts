import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createEntities } from '@bindery/backend/database/entities.ts';
import type { EndpointsExtension } from '@bindery/backend/extend/endpoints.ts';
import { openExistingDatabase } from '@bindery/backend/web/open-existing-database.ts';
import { contractDocument } from '@bindery/backend/web/openapi/document.ts';
import { accessOf, ownRoutes } from '@bindery/contract/api/extend/define-routes.ts';
import { productRoot } from '@bindery/contract/api/product.ts';
import {
  type KeysOfLanguages,
  keysInSources,
  missingTexts,
} from '@bindery/contract/api/texts/locale-files.ts';
import type { AppRouter } from '@bindery/contract/records/ts-rest.ts';
import type { AllResources } from '@bindery/contract/schema/index.ts';
import { configAt, loadConfig, loadExtensionRoutes } from '../load-config.ts';
import type { Change } from './change.ts';
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
 * since a revision of git. If the revision cannot be loaded, the report says why, and contains all missing texts.
 */
export async function createReport(resources: AllResources, revision: string): Promise<ChangeReport> {
  const entities = createEntities(resources);
  const sql = await planSql({ entities, open: () => openExistingDatabase(entities) });
  try {
    const { commit, source, routes: sources, texts } = configAt(revision);
    const before = { resources: await loadConfig(source), routes: await loadExtensionRoutes(sources) };
    const index = pathToFileURL(join(productRoot(), 'contract/extensions/index.ts')).href;
    const after = { resources, routes: (await import(index)) as RoutesByName };
    const known = missingKeys(before.resources, keysInSources(texts));
    return {
      against: `${revision} (${commit})`,
      changes: [...sql, ...compareConfigs({ before, after }), ...missing(resources, new Set(known))],
    };
  } catch (error) {
    const what = `could not be compared: ${error instanceof Error ? error.message : String(error)}`;
    const unknown = { area: 'endpoints', subject: revision, what, verdict: 'unknown' } as const;
    return { against: revision, changes: [...sql, unknown, ...missing(resources, new Set())] };
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

/** Returns the locale files and keys that are missing, such as `frontend/locales/fr/manager.json groups.desk`. */
const missingKeys = (resources: AllResources, keys?: KeysOfLanguages): string[] =>
  missingTexts(resources, keys).flatMap((texts) => texts.keys.map((key) => `${texts.file} ${key}`));

/** Reports the missing texts that are not known to be missing, by locale file. */
function missing(resources: AllResources, known: ReadonlySet<string>): Change[] {
  const added = missingKeys(resources).filter((key) => !known.has(key));
  const byFile = Map.groupBy(added, (key) => key.split(' ', 1)[0]!);
  return [...byFile].map(([file, keys]) => ({
    area: 'texts',
    subject: file,
    what: 'lacks texts',
    verdict: 'missing',
    details: keys.map((key) => key.slice(file.length + 1)),
  }));
}
