import { z } from 'zod';
import type { Fields } from '#contract/schema/entry.ts';
import { fieldKind, type Resource, type ResourceField } from '#contract/schema/index.ts';
import { described, describeField, inputSchema } from './input-schema.ts';
import type { Create, RecordOf, Update } from './types.ts';

/** The zod schemas of a resource's input and output, with types derived from its entry. */
export interface Schemas<F extends Fields> {
  readonly item: z.ZodType<RecordOf<F>>;
  readonly create: z.ZodType<Create<F>, Create<F>>;
  readonly update: z.ZodType<Update<F>, Update<F>>;
  /** A whole record, as sent by a client that reads, changes and PUTs it: read-only fields are ignored. */
  readonly replace: z.ZodType<Create<F>, Create<F>>;
}

const input = (field: ResourceField): z.ZodType => inputSchema(z, field);

const output = (field: ResourceField): z.ZodType => {
  const { schema, output: given } = fieldKind(field.kind);
  const value = given
    ? given(z, field)
    : schema(z, { ...field, min: undefined, max: undefined, pattern: undefined });
  return described(field.required || field.join ? value : value.nullable(), describeField(field));
};

/** Returns the parsed default of a field. `defineResources` has checked it. */
const defaultOf = (field: ResourceField): unknown =>
  fieldKind(field.kind).schema(z, field).parse(field.default);

const shape = (fields: readonly ResourceField[], schema: (field: ResourceField) => z.ZodType) =>
  Object.fromEntries(fields.map((field) => [field.name, schema(field)]));

const timestamp = z.iso.datetime();

/** Also accepts a reference or a file in output form (an object with an id), or several of them. */
const idOfReference = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(idOfReference);
  return typeof value === 'object' && value !== null && 'id' in value ? value.id : value;
};

/** Creates the schemas of a resource. */
export const schemasOf = <F extends Fields>(resource: Resource<F>): Schemas<F> => {
  const fields: ResourceField[] = Object.values(resource.fields);
  const outputField = (field: ResourceField) =>
    // A list may omit computed fields.
    field.isHiddenFromSome || field.computed ? output(field).optional() : output(field);
  const writable = fields.filter((field) => !field.readOnly);
  const createField = (field: ResourceField) => {
    if (field.default !== undefined) return input(field).default(defaultOf(field));
    return field.required && !field.isFixed && !field.defaultFrom ? input(field) : input(field).optional();
  };
  const create = shape(writable, createField);
  const readOnly = fields.filter((field) => field.readOnly).map(({ name }) => name);
  const passedOver = ['id', ...Object.keys(resource.own), ...readOnly];
  const replace = z
    .strictObject({
      ...shape(writable, (field) =>
        field.to || field.upload ? z.preprocess(idOfReference, createField(field)) : createField(field),
      ),
      ...Object.fromEntries(passedOver.map((name) => [name, z.unknown().optional()])),
    })
    .transform((record) =>
      Object.fromEntries(Object.entries(record).filter(([name]) => !passedOver.includes(name))),
    );
  const schemas: Readonly<Record<keyof Schemas<F>, z.ZodType>> = {
    item: z.object({
      id: z.uuid(),
      ...shape(fields, outputField),
      createdAt: timestamp,
      updatedAt: timestamp,
      ...(resource.archive && { archivedAt: timestamp.nullable() }),
    }),
    create: z.strictObject(create),
    update: z.strictObject(shape(writable, (field) => input(field).optional())),
    replace,
  };
  // The schemas are made from the fields, and their types from the types of the same fields.
  return schemas as Schemas<F>;
};
