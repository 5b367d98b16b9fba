import { usedUserFields } from '#contract/rows/user-fields.ts';
import { fieldKind, type Resource, type ResourceField } from '#contract/schema/index.ts';

/** How the fields of the entry `users` that conditions on rows use are loaded with a user. */
export interface OwnUserFields {
  /** SQL to be added to a list of columns, of a table with the alias `u`; empty where no condition uses one. */
  readonly columns: string;
  /** Returns the fields of a row, without those that are empty; undefined where no condition uses one. */
  readonly of?: (row: object) => { readonly fields?: Readonly<Record<string, unknown>> };
}

/** The fields where no condition uses one: users are loaded as fast as without conditions. */
export const noOwnUserFields: OwnUserFields = { columns: '' };

const aliasOf = (name: string) => `own.${name}`;

/** The types of columns whose values the drivers return as JSON has them. */
const PLAIN: readonly string[] = ['boolean', 'integer'];

const readValue = ({ kind, type }: ResourceField, value: unknown): unknown => {
  if (type.type === 'bigint') return Number(value);
  return fieldKind(kind).read?.(value) ?? value;
};

/** Returns how to load the fields of users that some condition on rows uses. */
export function ownUserFields(resources: Readonly<Record<string, Resource>>): OwnUserFields {
  const fields = usedUserFields(resources);
  if (fields.length === 0) return noOwnUserFields;
  const columns = fields.map(({ name, column, type }) => {
    const value = PLAIN.includes(type.type) ? `u."${column}"` : `u."${column}"::text`;
    return `, ${value} as "${aliasOf(name)}"`;
  });
  return {
    columns: columns.join(''),
    of: (row) => ({
      fields: Object.fromEntries(
        fields.map((field) => {
          const value: unknown = Reflect.get(row, aliasOf(field.name));
          return [field.name, value === null ? undefined : readValue(field, value)];
        }),
      ),
    }),
  };
}
