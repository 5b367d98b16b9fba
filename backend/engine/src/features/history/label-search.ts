import type { Resource } from '@bindery/contract/schema/index.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '#backend/kernel/http/actor.ts';
import { partPattern, searchTerms } from '#backend/records/resources/query/filters.ts';
import { labelSource, withJoins } from '#backend/records/resources/query/labels.ts';
import { maySee } from '#backend/records/resources/query/rights.ts';
import { isPersonal, rowsOf, rowsOfHistory } from '#backend/records/resources/query/scope.ts';
import type { ResourceService } from '#backend/records/resources/resource-service.ts';

interface LabelSearch {
  readonly actor: Actor;
  readonly term: string;
}

/**
 * Returns the SQL condition that a change, whose table has the alias `entry`, concerns a record of a resource
 * whose label contains every word of a term. A deleted record is found with its last label.
 */
export function labelContains(service: ResourceService, search: LabelSearch): RawBuilder<boolean> {
  const found = [existing(service, search), deleted(service.resource, search)].filter(
    (ids) => ids !== undefined,
  );
  if (found.length === 0) return sql`false`;
  const { name } = service.resource;
  return sql`(entry.resource = ${name} and entry.record_id in (${sql.join(found, sql` union all `)}))`;
}

function existing({ database, resource, resources }: ResourceService, { actor, term }: LabelSearch) {
  const source = labelSource({ resource, viewer: actor, resources, alias: 'target' });
  if (!source) return undefined;
  const rows = rowsOfHistory(resource, actor);
  const records = rowsOf(database.kysely, { resource, actor, rows, alias: 'target' });
  const [part, ...others] = resource.labelParts;
  const column = others.length === 0 && part && 'field' in part && resource.fields[part.field]?.searchColumn;
  // The column of a searched text has an index.
  const text = column ? sql.ref<string>(`target.${column}`) : sql<string>`fold(${source.label})`;
  const query = withJoins(records, source.joins)
    .select(sql.ref<string>('target.id').as('id'))
    .where(contains(text, term));
  return sql`${query}`;
}

function deleted(resource: Resource, { actor, term }: LabelSearch) {
  // The rows of a deleted record are unknown, so its label is hidden from roles that are limited to some
  // rows.
  if (isPersonal(resource, actor)) return undefined;
  const values = resource.labelParts.flatMap((part) => {
    const field = 'field' in part ? resource.fields[part.field] : undefined;
    if (!field || field.to !== undefined || !maySee(actor, field)) return [];
    return [sql`changes -> ${sql.lit(field.name)} ->> 'before'`];
  });
  if (values.length === 0) return undefined;
  return sql`
    select record_id from history
    where resource = ${resource.name} and action = 'delete'
      and ${contains(sql`fold(concat_ws(' ', ${sql.join(values)}))`, term)}
      and not exists (select 1 from ${sql.table(resource.table)} as record where record.id = record_id)`;
}

/** Returns the SQL condition that a normalized text contains every word of a term. */
function contains(text: RawBuilder<unknown>, term: string): RawBuilder<boolean> {
  const conditions = searchTerms(term).map((word) => sql`${text} like ${partPattern(word)}`);
  return sql`(${sql.join([sql`true`, ...conditions], sql` and `)})`;
}
