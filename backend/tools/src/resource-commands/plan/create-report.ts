import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createEntities } from '@bindery/backend/database/entities.ts';
import { defineEndpoints } from '@bindery/backend/extend/endpoints.ts';
import { openExistingDatabase } from '@bindery/backend/web/open-existing-database.ts';
import { contractDocument } from '@bindery/backend/web/openapi/document.ts';
import { productRoot } from '@bindery/contract/api/product.ts';
import { keysInSources, type MissingTexts, missingTexts } from '@bindery/contract/api/texts/locale-files.ts';
import type { AppRouter } from '@bindery/contract/records/ts-rest.ts';
import type { AllResources } from '@bindery/contract/schema/index.ts';
import { CommandError } from '../command.ts';
import { configAt, inFolder, loadConfig, loadExtensionRoutes } from '../load-config.ts';
import type { Change } from './change.ts';
import { compareDocuments } from './compare-documents.ts';
import { compareRights } from './compare-rights.ts';
import { planSql } from './plan-sql.ts';

/** What a config is compared with, unless the developer names another revision. */
const DEFAULT_REVISION = 'HEAD';

/** Everything that the edited config changes. */
export interface ChangeReport {
  /** What it is compared with: `HEAD (f150907)`. */
  readonly against: string;
  readonly changes: readonly Change[];
}

/**
 * Reports what a config changes since a revision of git: tables, also by migrations that are written already,
 * endpoints, rights and missing texts. If the revision cannot be loaded, the report says why, with all
 * missing texts and the changes of tables since the last migration.
 * @throws CommandError if git does not know a revision that the developer names.
 */
export async function createReport(resources: AllResources, revision: string): Promise<ChangeReport> {
  const entities = createEntities(resources);
  const plan = (migrations?: string) =>
    planSql({ entities, migrations, open: () => openExistingDatabase(entities) });
  let sql: readonly Change[] | undefined;
  try {
    const { commit, source, routes: sources, texts, migrations } = configAt(revision);
    sql =
      migrations.size > 0
        ? await inFolder(migrations, (folder) => plan(join(folder, 'migrations')))
        : await plan();
    const before = { resources: await loadConfig(source), routes: await loadExtensionRoutes(sources) };
    const index = pathToFileURL(join(productRoot(), 'contract/extensions/index.ts')).href;
    const after = { resources, routes: (await import(index)) as Routes };
    const known = missingTexts(before.resources, keysInSources(texts));
    return {
      against: `${revision} (${commit})`,
      changes: [...sql, ...compareConfigs(before, after), ...missing(resources, known)],
    };
  } catch (error) {
    // Without a first commit there is nothing to compare with; another revision is a mistake.
    if (revision !== DEFAULT_REVISION && error instanceof CommandError) throw error;
    const what = `could not be compared: ${error instanceof Error ? error.message : String(error)}`;
    const failure: Change = { area: 'endpoints', subject: revision, what, verdict: 'breaking' };
    return { against: revision, changes: [...(sql ?? (await plan())), failure, ...missing(resources)] };
  }
}

type Routes = Readonly<Record<string, AppRouter>>;

/** What callers see: entries, and the routes of extensions by the names of their exports. */
interface Product {
  readonly resources: AllResources;
  readonly routes?: Routes;
}

/** Compares what two configs, with the routes of their extensions, mean for those who call the API. */
export function compareConfigs(before: Product, after: Product): Change[] {
  const document = ({ resources, routes = {} }: Product) => {
    // The document needs no handlers.
    const extensions = Object.values(routes).map((one) => defineEndpoints(one, {}));
    return contractDocument({ resources, extensions, roles: [] });
  };
  return [
    ...compareDocuments(document(before), document(after)),
    ...compareRights(before.resources, after.resources),
  ];
}

/** Reports the texts that a config lacks, except those that are known to be missing, once for all files. */
function missing(resources: AllResources, known: readonly MissingTexts[] = []): Change[] {
  const lacking = missingTexts(resources).flatMap(({ file, keys }) => {
    const knownKeys = new Set(known.find((texts) => texts.file === file)?.keys);
    const details = keys.filter((key) => !knownKeys.has(key));
    return details.length > 0 ? [{ file, details }] : [];
  });
  return [...Map.groupBy(lacking, ({ details }) => details.join()).values()].map((files) => {
    const names = files.map(({ file }) => file);
    const what = names.length === 1 ? 'lacks texts' : 'lack texts';
    return { area: 'texts', subject: names.join(', '), what, verdict: 'missing', details: files[0]!.details };
  });
}
