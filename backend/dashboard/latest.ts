import { sql } from 'kysely';
import type { Database } from '#backend/database/connection.ts';
import { type AllResources, labelsOf, mayRead, maySee } from '#backend/resources/labels.ts';
import { tellsOf } from '#backend/resources/read-history.ts';
import type { LatestChange } from '#contract/dashboard.ts';
import { labelOf } from '#contract/resources/label.ts';
import type { Resource, ResourceField, Role } from '#contract/schema/index.ts';

const MOST = 10;

interface Line extends Pick<LatestChange, 'id' | 'action' | 'changes' | 'resource'> {
  readonly at: string;
  readonly record_id: string;
  readonly actor_id: string | null;
  readonly actor_label: string | null;
}

interface Parts {
  readonly database: Database;
  readonly resources: AllResources;
  readonly role: Role;
}

/**
 * The newest changes of what a role may read, with how each record is called today, or was called when it was deleted.
 * Left out is a change of what the role may not read, and what is no change of a field, such as acting as somebody else.
 */
export async function latestOf(parts: Parts): Promise<LatestChange[]> {
  const { database, resources, role } = parts;
  const readable = Object.values(resources).filter((resource) => mayRead(role, resource));
  if (readable.length === 0) return [];
  const told = readable.map(
    (resource) => sql`line.resource = ${resource.name} and ${tellsOf(shownNames(resource, role))}`,
  );
  const query = sql<Line>`
    select line.id, line.resource, line.record_id, line.action, line.at, line.changes, person.id as actor_id,
           coalesce(nullif(person.name, ''), person.email) as actor_label
    from history as line left join users as person on person.id = line.actor_id
    where ${sql.join(told, sql` or `)}
    order by line.at desc, line.id desc limit ${sql.lit(MOST)}`;
  const lines = await database.read<Line>(query.compile(database.kysely));
  const labels = await labelsToday(parts, lines);
  const described = lines.map(async ({ at, actor_id, actor_label, record_id: recordId, ...line }) => ({
    ...line,
    recordId,
    at: new Date(at).toISOString(),
    actor: actor_id ? { id: actor_id, label: actor_label ?? actor_id } : null,
    label: labels.get(recordId) ?? (await labelThen(parts, stateIn(lines, { ...line, record_id: recordId }))),
    changes: readableBy(role, { resource: resources[line.resource]!, changes: line.changes }),
  }));
  return Promise.all(described);
}

const fieldsReadBy = (resource: Resource, role: Role): ResourceField[] =>
  Object.values<ResourceField>(resource.fields).filter((field) => maySee(role, field));

const shownNames = (resource: Resource, role: Role) => fieldsReadBy(resource, role).map(({ name }) => name);

const readableBy = (
  role: Role,
  { resource, changes }: { resource: Resource; changes: LatestChange['changes'] },
): LatestChange['changes'] => {
  const names = shownNames(resource, role);
  return Object.fromEntries(Object.entries(changes).filter(([name]) => names.includes(name)));
};

const labelled = (
  { database, resources, role: viewer }: Parts,
  { name, ids }: { name: string; ids: readonly string[] },
) => labelsOf(database, { resource: resources[name]!, viewer, resources, ids });

/** The labels of the records that are still there, by their ids, with one statement a resource. */
async function labelsToday(parts: Parts, lines: readonly Line[]): Promise<Map<string, string>> {
  const byResource = Map.groupBy(lines, ({ resource }) => resource);
  const found = [...byResource].map(([name, its]) =>
    labelled(parts, { name, ids: its.map(({ record_id }) => record_id) }),
  );
  return new Map((await Promise.all(found)).flatMap((labels) => [...labels]));
}

type Changed = Pick<Line, 'resource' | 'record_id' | 'changes'>;

/** The values of a record after a change, as far as the lines tell: what it did not touch was kept when it was deleted. */
function stateIn(lines: readonly Line[], { resource, record_id, changes }: Changed) {
  const deletion = lines.find((line) => line.action === 'delete' && line.record_id === record_id);
  const values = { ...deletion?.changes, ...changes };
  return {
    name: resource,
    id: record_id,
    values: Object.fromEntries(
      Object.entries(values).map(([field, { before, after }]) => [field, after ?? before]),
    ),
  };
}

/** How a record that is gone was called; a reference by what its target is called today. */
async function labelThen(
  parts: Parts,
  { name, id, values }: ReturnType<typeof stateIn>,
): Promise<string | null> {
  const resource = parts.resources[name]!;
  const item: Record<string, unknown> & { id: string } = { id };
  for (const field of fieldsReadBy(resource, parts.role)) {
    const isPart = resource.labelParts.some((part) => 'field' in part && part.field === field.name);
    const value = isPart ? values[field.name] : undefined;
    if (field.to === undefined || typeof value !== 'string') item[field.name] = value;
    else
      item[field.name] = {
        id: value,
        label: (await labelled(parts, { name: field.to, ids: [value] })).get(value),
      };
  }
  const label = labelOf(resource, item);
  return label === id ? null : label;
}
