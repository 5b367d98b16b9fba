import { columnFields } from '@bindery/contract/records/resources/fields.ts';
import type { Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import { databaseName } from '@bindery/contract/schema/names.ts';
import type { EntityMetadata, EntitySchema } from '@mikro-orm/core';
import type { Row } from './connection.ts';

/** The removed values of a select field, as its config entry declares them. */
export interface FormerValues {
  readonly table: string;
  readonly column: string;
  readonly formerValues: Readonly<Record<string, string | null>>;
  /** The default of new records. */
  readonly fallback: string | undefined;
}

type Stated = Pick<FormerValues, 'formerValues' | 'fallback'>;

/** Returns a value as an SQL literal. */
export const quoteLiteral = (value: string | boolean | null): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);

/** Returns the SQL of the check constraint that limits a column to some values. */
const ruleOf = (column: string, values: readonly string[]) =>
  `"${column}" in (${values.map(quoteLiteral).join(', ')})`;

/** Returns the column and the values of such a constraint; undefined for any other. */
export function readValues(rule: string): { column: string; values: string[] } | undefined {
  const [, column, list] = /^"([^"]+)" in \((.*)\)$/s.exec(rule) ?? [];
  if (column === undefined || list === undefined) return undefined;
  const values = [...list.matchAll(/'((?:[^']|'')*)'/g)].map(([, value = '']) => value.replaceAll("''", "'"));
  return { column, values };
}

/** Returns the name of such a constraint. */
export const valuesRuleName = ({ table }: Resource, { column }: ResourceField): string =>
  databaseName(table, column, 'values');

/** Adds a check constraint for each select field of a resource, so writes outside the API are validated. */
export function addValueRules(entity: EntitySchema<Row>, resource: Resource): void {
  for (const field of columnFields(resource))
    if (field.values)
      entity.meta.checks.push({
        name: valuesRuleName(resource, field),
        expression: ruleOf(field.column, field.values),
        property: field.name,
      });
}

/** The removed values of a select field, as its entity property stores them. */
export const statedFormerValues = ({
  values,
  formerValues = {},
  default: fallback,
}: ResourceField): object => (values ? ({ formerValues, fallback } as Stated) : {});

/** Reads the removed values of select fields from the entities. */
export function formerValuesIn(entities: Iterable<EntityMetadata>): FormerValues[] {
  return [...entities].flatMap((meta) =>
    Object.values(meta.properties).flatMap((property): FormerValues[] => {
      const { formerValues, fallback } = property as Partial<Stated>;
      const [column] = property.fieldNames ?? [];
      return formerValues && column ? [{ table: meta.tableName, column, formerValues, fallback }] : [];
    }),
  );
}
