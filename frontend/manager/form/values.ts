import type { Resource, ResourceField } from '#contract/schema/index.ts';
import { fieldComponents } from '../fields/index.ts';
import type { ManagerRecord } from '../resource.ts';

/** What stands in the inputs of a form, by the names of the fields. */
export type FormValues = Readonly<Record<string, unknown>>;

/** The fields that a form has. */
export const writable = (resource: Resource): ResourceField[] =>
  Object.values(resource.fields).filter(({ readOnly }) => !readOnly);

const toInput = (field: ResourceField, json: unknown) => {
  const { toInput: convert } = fieldComponents(field.kind);
  return convert ? convert(json) : (json ?? '');
};

const toJson = (field: ResourceField, input: unknown) => {
  const { toJson: convert } = fieldComponents(field.kind);
  if (convert) return convert(input);
  return typeof input === 'string' && input.trim() !== '' ? input : null;
};

const collect = (fields: ResourceField[], value: (field: ResourceField) => unknown): FormValues =>
  Object.fromEntries(fields.map((field) => [field.name, value(field)]));

/** The inputs of a form for a new record: the defaults of the entry. */
export const valuesOfNew = (resource: Resource): FormValues =>
  collect(writable(resource), (field) => toInput(field, field.default));

/** The inputs of a form for a record that is there. */
export const valuesOf = (resource: Resource, item: ManagerRecord): FormValues =>
  collect(writable(resource), (field) => toInput(field, item[field.name]));

/** A whole record, as the API takes it. */
export const bodyOf = (resource: Resource, values: FormValues): FormValues =>
  collect(writable(resource), (field) => toJson(field, values[field.name]));

/** Only what is different from before: all that a change should touch, and all that its history should tell. */
export function changesOf(resource: Resource, before: FormValues, after: FormValues): FormValues {
  const [from, to] = [bodyOf(resource, before), bodyOf(resource, after)];
  const changed = Object.keys(to).filter((name) => JSON.stringify(from[name]) !== JSON.stringify(to[name]));
  return Object.fromEntries(changed.map((name) => [name, to[name]]));
}

/** What of the inputs is different from before, as the inputs hold it. */
export function typedValues(resource: Resource, before: FormValues, after: FormValues): FormValues {
  const names = Object.keys(changesOf(resource, before, after));
  return Object.fromEntries(names.map((name) => [name, after[name]]));
}
