import { sql } from 'kysely';
import { ApiError } from '#backend/http/api-error.ts';
import type { HistoryEntry } from '#contract/resources/history.ts';
import type { Referenced, Role } from '#contract/schema/index.ts';
import type { Desk } from './desk.ts';
import type { View } from './view.ts';

/** As many as a person reads; the newest. */
const MOST = 100;

interface Line extends Pick<HistoryEntry, 'id' | 'action' | 'changes'> {
  readonly at: string;
  readonly actor_id: string | null;
  readonly actor_name: string | null;
}

/**
 * The changes of a record, the newest first; also of one that is gone.
 *
 * @throws ApiError NOT_FOUND when there never was such a record.
 */
export async function readHistory(
  desk: Desk,
  { id, role }: { id: string; role: Role },
): Promise<HistoryEntry[]> {
  const { database, resource, rules } = desk;
  const view = desk.view(role);
  const isShown = (name: string) => view.field(name) !== undefined || rules.alsoInHistory?.includes(name);
  const lines = await database.read<Line>(
    sql`
      select line.id, line.action, line.at, line.changes, person.id as actor_id,
             coalesce(nullif(person.name, ''), person.email) as actor_name
      from history as line left join users as person on person.id = line.actor_id
      where line.resource = ${resource.name} and line.record_id = ${id}
      order by line.at desc, line.id desc limit ${sql.lit(MOST)}`.compile(database.kysely),
  );
  if (lines.length === 0) await mustExist(desk, id);
  const mayKnowPeople = desk.resources.users?.rights[role].includes('read');
  const labels = await labelsIn(desk, view, lines);
  return lines.map(({ actor_id, actor_name, at, changes, ...line }) => ({
    ...line,
    at: new Date(at).toISOString(),
    actor: actor_id && mayKnowPeople ? { id: actor_id, label: actor_name ?? actor_id } : null,
    changes: Object.fromEntries(
      Object.entries(changes)
        .filter(([name]) => isShown(name))
        .map(([name, { before, after }]) => {
          const shown = (value: unknown) => labels.get(`${name} ${value}`) ?? value;
          return [name, { before: shown(before), after: shown(after) }];
        }),
    ),
  }));
}

/** What the references in the lines are called today, by field and id; one that is gone is called by its id. */
async function labelsIn(
  { database }: Desk,
  view: View,
  lines: readonly Line[],
): Promise<Map<string, Referenced>> {
  const labels = new Map<string, Referenced>();
  for (const field of view.fields.filter(({ to }) => to)) {
    const ids = lines
      .flatMap(({ changes }) => [changes[field.name]?.before, changes[field.name]?.after])
      .filter((id) => typeof id === 'string');
    for (const id of ids) labels.set(`${field.name} ${id}`, { id, label: id });
    const known = view.labels(field)?.where(sql.ref('id'), '=', sql<string>`any(${ids}::uuid[])`);
    if (!known || ids.length === 0) continue;
    for (const found of await database.read<Referenced>(known.compile()))
      labels.set(`${field.name} ${found.id}`, found);
  }
  return labels;
}

async function mustExist({ database, resource }: Desk, id: string): Promise<void> {
  const query = sql`select 1 from ${sql.table(resource.table)} where id = ${id}`.compile(database.kysely);
  if ((await database.read(query)).length === 0) throw new ApiError('NOT_FOUND');
}
