import type { FileOfFunction } from '@bindery/contract/schema/computed.ts';
import { fieldKind, type Resource, type ResourceField } from '@bindery/contract/schema/index.ts';
import { type AliasedRawBuilder, type RawBuilder, sql } from 'kysely';
import { fileFacts, fileOf } from './file-facts.ts';
import { selectJoinedIds } from './join-tables.ts';

/** A row as the driver returns it. */
type Row = Readonly<Record<string, unknown>>;

/** The fields that functions compute: the columns that they need, and how to read them from a row. */
export interface ComputedByFunction {
  readonly columns: readonly AliasedRawBuilder<unknown, string>[];
  readonly readers: ReadonlyMap<string, (row: Row) => unknown>;
}

const inputSql = ({ column, join, upload }: ResourceField): RawBuilder<unknown> => {
  if (join) return selectJoinedIds(join);
  return upload ? fileFacts(`record.${column}`) : sql.ref(`record.${column}`);
};

/**
 * Converts a value to the input of a function: ids of references, and the facts of a file that are the same
 * for every reader.
 */
const readInput = (field: ResourceField, row: Row): unknown => {
  const value = row[aliasOf(field.name)];
  if (value === null || field.join || field.to !== undefined) return value;
  if (field.upload) {
    const { url: _url, thumbnails: _thumbnails, ...file } = fileOf(value);
    return file satisfies FileOfFunction;
  }
  const { read = (stored: unknown) => stored } = fieldKind(field.kind);
  return read(value);
};

const aliasOf = (name: string) => `from.${name}`;

/**
 * Returns those of some fields that functions compute. The input of a function is selected separately from
 * what the viewer sees, who may read only the result.
 */
export function computedByFunction(resource: Resource, fields: readonly ResourceField[]): ComputedByFunction {
  const rules = fields.flatMap(({ name, computed }) =>
    computed && 'from' in computed ? [{ name, from: computed.from, value: computed.value }] : [],
  );
  const inputs = [...new Set(rules.flatMap(({ from }) => from))].map((name) => resource.fields[name]!);
  return {
    columns: inputs.map((field) => inputSql(field).as(aliasOf(field.name))),
    readers: new Map(
      rules.map(({ name, from, value }) => {
        const given = inputs.filter((input) => from.includes(input.name));
        // The types of the entry define what the function takes; the fields are those that it names.
        const compute = value as (record: Row) => unknown;
        return [
          name,
          (row: Row) =>
            compute(Object.fromEntries(given.map((input) => [input.name, readInput(input, row)]))) ?? null,
        ];
      }),
    ),
  };
}
