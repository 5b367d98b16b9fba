import { createEntities } from '#backend/database/entities.ts';
import { openExistingDatabase } from '#backend/open-existing-database.ts';
import { contractDocument } from '#backend/openapi/document.ts';
import type { Resource } from '#contract/schema/index.ts';
import { type MissingTexts, missingTexts } from '#contract/texts/missing-texts.ts';
import { configAt, loadConfig } from '../load-config.ts';
import { compareDocuments } from './endpoints/compare-documents.ts';
import { type GroupedChange, groupChanges } from './endpoints/group-changes.ts';
import { compareRights, type RightChange } from './rights/compare-rights.ts';
import { planSql, type SqlPlan } from './sql/plan-sql.ts';

type Resources = Readonly<Record<string, Resource>>;

/** What the config changes for those who call the API. */
export interface Comparison {
  readonly endpoints: readonly GroupedChange[];
  readonly rights: readonly RightChange[];
}

/** Everything that the edited config changes. */
export interface Report {
  /** What endpoints and rights are compared with: `HEAD (f150907)`. */
  readonly against: string;
  readonly sql: SqlPlan;
  /** Undefined where the config of the revision could not be loaded, for which `problem` says why. */
  readonly comparison?: Comparison;
  readonly problem?: string;
  readonly texts: readonly MissingTexts[];
}

/**
 * Reports what a config changes: its tables since the last migration, its endpoints and rights since a revision of git. A
 * revision that cannot be loaded leaves the rest as it is.
 */
export async function createReport(
  resources: Resources,
  { revision }: { revision: string },
): Promise<Report> {
  const entities = createEntities(resources);
  const sql = await planSql({ entities, open: () => openExistingDatabase(entities) });
  const texts = missingTexts(resources);
  try {
    const { commit, source } = configAt(revision);
    const against = `${revision} (${commit})`;
    return {
      against,
      sql,
      texts,
      comparison: compareConfigs({ before: await loadConfig(source), after: resources }),
    };
  } catch (error) {
    return { against: revision, sql, texts, problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Compares what two configs mean for those who call the API. */
export function compareConfigs({ before, after }: { before: Resources; after: Resources }): Comparison {
  const document = (resources: Resources) => contractDocument({ resources, extensions: [], roles: [] });
  return {
    endpoints: groupChanges(compareDocuments(document(before), document(after))),
    rights: compareRights({ before, after }),
  };
}
