import { sql } from 'kysely';
import type { Database } from '#backend/database/connection.ts';
import type { LatestChange } from '#contract/dashboard.ts';
import type { Resource, ResourceField, Role } from '#contract/schema/index.ts';

const MOST = 10;
/** More than are shown, because some tell nothing here. */
const READ = 3 * MOST;

interface Line extends Pick<LatestChange, 'id' | 'action' | 'changes' | 'resource'> {
  readonly at: string;
  readonly record_id: string;
  readonly actor_id: string | null;
  readonly actor_label: string | null;
}

/** The newest changes of the resources, with how each record is called today, or was called when it was deleted. */
export async function latestOf({
  database,
  resources,
  role,
}: {
  database: Database;
  resources: readonly Resource[];
  role: Role;
}): Promise<LatestChange[]> {
  if (resources.length === 0) return [];
  const names = resources.map(({ name }) => name);
  const query = sql<Line>`
    select line.id, line.resource, line.record_id, line.action, line.at, line.changes, person.id as actor_id,
           coalesce(nullif(person.name, ''), person.email) as actor_label
    from history as line left join users as person on person.id = line.actor_id
    where line.resource in (${sql.join(names)})
    order by line.at desc, line.id desc limit ${sql.lit(READ)}`;
  const lines = await database.read<Line>({
    ...query.compile(database.kysely),
    ...{ manner: 'list', table: 'history' },
  });
  const labels = await labelsOf(database, { lines, resources });
  const latest = lines.map(({ at, actor_id, actor_label, record_id: recordId, ...line }) => {
    const resource = resources.find(({ name }) => name === line.resource)!;
    return {
      ...line,
      recordId,
      at: new Date(at).toISOString(),
      actor: actor_id ? { id: actor_id, label: actor_label ?? actor_id } : null,
      label: labels.get(recordId) ?? lastLabel(resource, line.changes),
      changes: readableBy(role, { resource, changes: line.changes }),
    };
  });
  return latest.filter(tellsSomething).slice(0, MOST);
}

/** Not so a change of what this role may not read, and what is no change of a field, such as acting as somebody else. */
const tellsSomething = ({ action, changes }: LatestChange) =>
  action !== 'update' || Object.keys(changes).length > 0;

/** The label of each record that is still there, with one statement a resource. */
async function labelsOf(
  database: Database,
  { lines, resources }: { lines: readonly Line[]; resources: readonly Resource[] },
): Promise<Map<string, string>> {
  const rows = await Promise.all(
    resources.map(({ name, table, label, fields }) => {
      const ids = lines.filter(({ resource }) => resource === name).map(({ record_id }) => record_id);
      if (ids.length === 0) return [];
      const query = sql<{ id: string; label: string }>`
        select id, ${sql.ref(fields[label]?.column ?? 'id')}::text as label from ${sql.table(table)}
        where id = any(${ids}::uuid[])`;
      return database.read<{ id: string; label: string }>({
        ...query.compile(database.kysely),
        ...{ manner: 'list', table },
      });
    }),
  );
  return new Map(rows.flat().map(({ id, label }) => [id, label]));
}

const lastLabel = ({ label }: Resource, changes: LatestChange['changes']): string | null =>
  ((changes[label]?.after ?? changes[label]?.before) as string | null | undefined) ?? null;

const readableBy = (
  role: Role,
  { resource, changes }: { resource: Resource; changes: LatestChange['changes'] },
): LatestChange['changes'] => {
  const fields: Readonly<Record<string, ResourceField>> = resource.fields;
  return Object.fromEntries(Object.entries(changes).filter(([name]) => fields[name]?.readBy.includes(role)));
};
