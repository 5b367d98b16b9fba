import { sql } from 'kysely';
import type { Resource, ResourceField } from '#contract/schema/index.ts';
import type { Desk } from './desk.ts';
import type { AllResources } from './view.ts';

/** The fields that refer to a resource, each with the resource it belongs to. */
const referencesTo = (name: string, resources: AllResources) =>
  Object.values(resources).flatMap((resource) =>
    Object.values<ResourceField>(resource.fields)
      .filter((field) => field.to === name)
      .map((field) => ({ resource, field })),
  );

/** The resources that may lose records, by references that cascade, when one of this resource is deleted. */
export function cascadesOf(name: string, resources: AllResources): Set<string> {
  const reached = new Set<string>();
  const follow = (from: string) => {
    for (const { resource, field } of referencesTo(from, resources)) {
      if (field.onDelete !== 'cascade' || reached.has(resource.name)) continue;
      reached.add(resource.name);
      follow(resource.name);
    }
  };
  follow(name);
  return reached;
}

/** What a record is used by, in words: "12 books". */
export async function usesOf({ database, resource, resources }: Desk, id: string): Promise<string[]> {
  const count = async ({ resource: user, field }: { resource: Resource; field: ResourceField }) => {
    const query = database.kysely
      .selectFrom(user.table)
      .where(sql.ref(field.column), '=', id)
      .select(sql<number>`count(*)::int`.as('uses'));
    const [row] = await database.read<{ uses: number }>({
      ...query.compile(),
      ...{ manner: 'list', table: user.table },
    });
    return row?.uses ? [`${row.uses} ${user.title.toLowerCase()}`] : [];
  };
  return (await Promise.all(referencesTo(resource.name, resources).map(count))).flat();
}
