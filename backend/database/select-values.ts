import type { EntityMetadata, EntitySchema } from '@mikro-orm/core';
import type { Resource, ResourceField } from '#contract/schema/index.ts';
import { databaseName } from '#contract/schema/names.ts';

/** What an entry says of the values that a choice no longer has. */
export interface FormerValues {
  readonly table: string;
  readonly column: string;
  readonly formerValues: Readonly<Record<string, string | null>>;
  /** What a new record has. */
  readonly fallback: string | undefined;
}

type Stated = Pick<FormerValues, 'formerValues' | 'fallback'>;

/** A text as SQL writes it. */
export const literal = (value: string | null): string =>
  value === null ? 'null' : `'${value.replaceAll("'", "''")}'`;

/** The rule of a table that keeps a column to some values, in SQL. */
const ruleOf = (column: string, values: readonly string[]) =>
  `"${column}" in (${values.map(literal).join(', ')})`;

/** The column and the values of such a rule; undefined for any other. */
export function readValues(rule: string): { column: string; values: string[] } | undefined {
  const [, column, list] = /^"([^"]+)" in \((.*)\)$/s.exec(rule) ?? [];
  if (column === undefined || list === undefined) return undefined;
  const values = [...list.matchAll(/'((?:[^']|'')*)'/g)].map(([, value = '']) => value.replaceAll("''", "'"));
  return { column, values };
}

/** The name of such a rule. */
export const valuesRuleName = ({ table }: Resource, { column }: ResourceField): string =>
  databaseName(table, column, 'values');

/** Has the table of a resource keep every choice to its values, also where a write comes past the API. */
export function addValueRules(entity: EntitySchema, resource: Resource): void {
  for (const field of Object.values<ResourceField>(resource.fields))
    if (field.values)
      entity.meta.checks.push({
        name: valuesRuleName(resource, field),
        expression: ruleOf(field.column, field.values),
        property: field.name as never,
      });
}

/** What an entry says of former values, as the property of a choice carries it. */
export const statedFormerValues = ({
  values,
  formerValues = {},
  default: fallback,
}: ResourceField): object => (values ? ({ formerValues, fallback } as Stated) : {});

/** Reads back from the entities what they say of former values. */
export function formerValuesIn(entities: Iterable<EntityMetadata>): FormerValues[] {
  return [...entities].flatMap((meta) =>
    Object.values(meta.properties).flatMap((property): FormerValues[] => {
      const { formerValues, fallback } = property as Partial<Stated>;
      const [column] = property.fieldNames ?? [];
      return formerValues && column ? [{ table: meta.tableName, column, formerValues, fallback }] : [];
    }),
  );
}
