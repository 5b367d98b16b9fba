import type { LatestChange } from '@bindery/contract/api/dashboard.ts';
import type { AllResources, Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import { sql } from 'kysely';
import type { Database } from '#backend/database/connection.ts';
import { selectRows } from '#backend/database/query.ts';
import { countBatches, ofNoneOf, readLines } from '#backend/features/history/read-lines.ts';
import type { Actor } from '#backend/kernel/http/actor.ts';
import { readableChanges } from '#backend/records/resources/operations/history.ts';
import { type AuthorRow, authorSql, withAuthors } from '#backend/records/resources/query/authors.ts';
import { labelFrom, labelsOf } from '#backend/records/resources/query/labels.ts';
import { withoutHidden } from '#backend/records/resources/query/limited-references.ts';
import { mayRead, maySee } from '#backend/records/resources/query/rights.ts';

const MAX_CHANGES = 10;

interface ChangeRow
  extends Pick<LatestChange, 'id' | 'action' | 'changes' | 'resource' | 'batch'>,
    AuthorRow {
  readonly at: string;
  readonly record_id: string;
}

interface Parts {
  readonly database: Database;
  readonly resources: AllResources;
  readonly actor: Actor;
}

/**
 * Returns the newest changes that a role may read, with the labels of the records: the current ones, or for
 * deleted records the last ones. Omits fields that the role may not read, and changes of no field, such as
 * impersonation.
 */
export async function latestOf(parts: Parts): Promise<LatestChange[]> {
  const { database, resources, actor } = parts;
  const readable = Object.values(resources).filter((resource) => mayRead(actor, resource));
  if (readable.length === 0) return [];
  const predicates = readable.map((resource) =>
    readableChanges(resource, { actor, names: shownNames(resource, actor) }),
  );
  const authors = authorSql(resources, actor);
  const visible = sql`(${sql.join(predicates, sql` or `)})`;
  const rows = await readLines<ChangeRow>({
    size: MAX_CHANGES,
    read: ({ limit, last, except }) => {
      const older = last
        ? sql`and (change.at, change.id) < (${last.at}::timestamptz, ${last.id}::uuid)`
        : sql``;
      const query = sql<ChangeRow>`
        select change.id, change.resource, change.record_id, change.action, change.at, change.changes, change.batch,
               ${authors.columns}
        from history as change ${authors.joins}
        where ${visible} and ${ofNoneOf(except)} ${older}
        order by change.at desc, change.id desc limit ${sql.lit(limit)}`;
      return selectRows(database, query, { mode: 'list', table: 'history' });
    },
  });
  const sizes = await countBatches(database, { lines: rows, visible });
  const labels = await currentLabels(parts, rows);
  const changes = await visibleChanges(parts, rows);
  const described = rows.map(async (row) => {
    const { at, record_id: recordId, ...change } = withAuthors(row);
    return {
      ...change,
      ...(row.batch !== null && { batchSize: sizes.get(row.batch) ?? 1 }),
      recordId,
      at: new Date(at).toISOString(),
      label: labels.get(recordId) ?? (await labelAfterChange(parts, { row, rows })),
      changes: changes.get(row.id)!,
    };
  });
  const all = await Promise.all(described);
  return all.filter(({ action, changes: shown }) => action !== 'update' || Object.keys(shown).length > 0);
}

/** Returns the changed fields of changes by id, without fields and references that the user may not read. */
async function visibleChanges(
  { database, resources, actor }: Parts,
  rows: readonly ChangeRow[],
): Promise<Map<string, LatestChange['changes']>> {
  const byResource = [...Map.groupBy(rows, ({ resource }) => resource)];
  const shown = byResource.map(async ([name, its]) => {
    const resource = resources[name]!;
    const readable = its.map(({ changes }) => readableBy(actor, { resource, changes }));
    const changes = await withoutHidden(database, { resource, resources, actor, changes: readable });
    return its.map(({ id }, index) => [id, changes[index]!] as const);
  });
  return new Map((await Promise.all(shown)).flat());
}

const fieldsReadBy = (resource: Resource, actor: Actor): ResourceField[] =>
  Object.values<ResourceField>(resource.fields).filter((field) => maySee(actor, field));

const shownNames = (resource: Resource, actor: Actor) =>
  fieldsReadBy(resource, actor).map(({ name }) => name);

const readableBy = (
  actor: Actor,
  { resource, changes }: { resource: Resource; changes: LatestChange['changes'] },
): LatestChange['changes'] => {
  const names = shownNames(resource, actor);
  return Object.fromEntries(Object.entries(changes).filter(([name]) => names.includes(name)));
};

/** Returns the labels of existing records by id, with one statement per resource. */
async function currentLabels(
  { database, resources, actor }: Parts,
  rows: readonly ChangeRow[],
): Promise<Map<string, string>> {
  const byResource = Map.groupBy(rows, ({ resource }) => resource);
  const found = [...byResource].map(([name, its]) => {
    const ids = its.map(({ record_id }) => record_id);
    return labelsOf(database, { resource: resources[name]!, actor, resources, ids });
  });
  return new Map((await Promise.all(found)).flatMap((labels) => [...labels]));
}

/**
 * Returns the label that a deleted record had after a change. Values that the change did not affect come from
 * the deletion in the history.
 */
async function labelAfterChange(
  { database, resources, actor }: Parts,
  { row, rows }: { row: ChangeRow; rows: readonly ChangeRow[] },
): Promise<string | null> {
  const { record_id: id } = row;
  const deletion = rows.find(({ action, record_id }) => action === 'delete' && record_id === id);
  const changes = Object.entries({ ...deletion?.changes, ...row.changes });
  const values = Object.fromEntries(changes.map(([name, { before, after }]) => [name, after ?? before]));
  const resource = resources[row.resource]!;
  return (await labelFrom(database, { resource, actor, resources, id, values })) ?? null;
}
