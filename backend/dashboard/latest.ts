import { sql } from 'kysely';
import type { Database } from '#backend/database/connection.ts';
import { type AllResources, labelsOf, maySee } from '#backend/resources/labels.ts';
import { tellsOf } from '#backend/resources/read-history.ts';
import type { LatestChange } from '#contract/dashboard.ts';
import { labelOf } from '#contract/resources/label.ts';
import { can } from '#contract/rights.ts';
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
  const readable = Object.values(resources).filter(({ singular }) => can(role, singular, 'read'));
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
  const labels = await labelsIn(parts, lines);
  return lines.map(({ at, actor_id, actor_label, record_id: recordId, ...line }) => ({
    ...line,
    recordId,
    at: new Date(at).toISOString(),
    actor: actor_id ? { id: actor_id, label: actor_label ?? actor_id } : null,
    label: labels.get(recordId) ?? null,
    changes: readableBy(role, { resource: resources[line.resource]!, changes: line.changes }),
  }));
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

/** The labels of the records, by their ids: one statement for each resource, and for what a deleted one referred to. */
async function labelsIn(parts: Parts, lines: readonly Line[]): Promise<Map<string, string>> {
  const { database, resources, role: viewer } = parts;
  const labelled = async (name: string, ids: readonly string[]) => {
    const resource = resources[name]!;
    return labelsOf(database, { resource, viewer, resources, ids });
  };
  const byResource = Map.groupBy(lines, ({ resource }) => resource);
  const known = await Promise.all(
    [...byResource].map(([name, its]) =>
      labelled(
        name,
        its.map(({ record_id }) => record_id),
      ),
    ),
  );
  const labels = new Map(known.flatMap((found) => [...found]));
  for (const line of lines) {
    if (line.action !== 'delete' || labels.has(line.record_id)) continue;
    const label = await lastLabel(parts, { line, labelled });
    if (label !== undefined) labels.set(line.record_id, label);
  }
  return labels;
}

/** How a record was called that is gone: its references by what their targets are called today. */
async function lastLabel(
  { resources, role }: Parts,
  { line, labelled }: { line: Line; labelled: (name: string, ids: string[]) => Promise<Map<string, string>> },
): Promise<string | undefined> {
  const resource = resources[line.resource]!;
  const values: Record<string, unknown> & { id: string } = { id: line.record_id };
  for (const field of fieldsReadBy(resource, role)) {
    const value = line.changes[field.name]?.before;
    const isInLabel = resource.labelParts.some((part) => 'field' in part && part.field === field.name);
    if (typeof value !== 'string' || !isInLabel) values[field.name] = value;
    else if (field.to === undefined) values[field.name] = value;
    else values[field.name] = { id: value, label: (await labelled(field.to, [value])).get(value) };
  }
  const label = labelOf(resource, values);
  return label === line.record_id ? undefined : label;
}
