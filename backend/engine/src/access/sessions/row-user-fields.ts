import { usedUserFields } from '@bindery/contract/records/rows/user-fields.ts';
import { fieldKind, type Resource, type ResourceField } from '@bindery/contract/schema/index.ts';

/** How to load the user fields that row filters use with a user. */
export interface RowUserFields {
  /** SQL columns to add to a statement in which `u` is the alias of the table of users. */
  readonly columns: string;
  /** Returns the fields from a row of that statement; empty ones are undefined. */
  readonly fromRow: (row: object) => { readonly fields: Readonly<Record<string, unknown>> };
}

const aliasOf = (name: string) => `own.${name}`;

/** The types of columns whose values the drivers return in JSON form. */
const PLAIN: readonly string[] = ['boolean', 'integer'];

const readValue = ({ kind, type }: ResourceField, value: unknown): unknown => {
  if (type.type === 'bigint') return Number(value);
  return fieldKind(kind).read?.(value) ?? value;
};

/** Returns how to load the user fields of row filters; undefined without any, so that loading stays fast. */
export function createRowUserFields(
  resources: Readonly<Record<string, Resource>>,
): RowUserFields | undefined {
  const fields = usedUserFields(resources);
  if (fields.length === 0) return undefined;
  const columns = fields.map(({ name, column, type }) => {
    const value = PLAIN.includes(type.type) ? `u."${column}"` : `u."${column}"::text`;
    return `, ${value} as "${aliasOf(name)}"`;
  });
  return {
    columns: columns.join(''),
    fromRow: (row) => ({
      fields: Object.fromEntries(
        fields.map((field) => {
          const value: unknown = Reflect.get(row, aliasOf(field.name));
          return [field.name, value === null ? undefined : readValue(field, value)];
        }),
      ),
    }),
  };
}
