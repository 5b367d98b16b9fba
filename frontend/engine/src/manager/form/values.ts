import { dynamicDefault } from '@bindery/contract/records/resources/defaults.ts';
import type { FormSection, Resource, ResourceField, UniqueRule } from '@bindery/contract/schema/index.ts';
import { currentSession } from '#frontend/shell/auth/session.ts';
import { fieldComponents } from '../fields/index.ts';
import { dayOf } from '../fields/timestamp.ts';
import { labelOf, type ManagerRecord, resourceNamed } from '../resource.ts';

/** Values of the inputs of a form, by field name. */
export type FormValues = Readonly<Record<string, unknown>>;

/** Returns the fields of a form, in order. Those with `when` are shown only while it applies. */
export const writable = (resource: Resource): ResourceField[] =>
  resource.layout.flatMap((section) => fieldsOfSection(resource, section));

/** Returns the fields of a section that a form shows. */
export const fieldsOfSection = ({ fields }: Resource, section: FormSection): ResourceField[] =>
  section.fields.map((name) => fields[name]!).filter(({ readOnly }) => !readOnly);

const toInput = (field: ResourceField, json: unknown) => {
  const { toInput: convert } = fieldComponents(field.kind);
  return convert ? convert(json) : (json ?? '');
};

/** Returns the value of an input as JSON, in the format of the API; null when it is empty. */
export const toJson = (field: ResourceField, input: unknown): unknown => {
  const { toJson: convert } = fieldComponents(field.kind);
  if (convert) return convert(input, field);
  return typeof input === 'string' && input.trim() !== '' ? input : null;
};

const areEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Returns whether two values of an input are the same for the API. */
export const isSameValue = (field: ResourceField, one: unknown, other: unknown): boolean =>
  areEqual(toJson(field, one), toJson(field, other));

const collect = (fields: ResourceField[], value: (field: ResourceField) => unknown): FormValues =>
  Object.fromEntries(fields.map((field) => [field.name, value(field)]));

/**
 * Returns the initial form values of a new record: the defaults of its resource, with today in the user's
 * time zone.
 */
export const valuesOfNew = (resource: Resource): FormValues =>
  collect(writable(resource), (field) => toInput(field, defaultOf(field)));

/** Returns the default of a field as JSON, for a reference with the label of its record. */
function defaultOf({ default: value, defaultFrom, to }: ResourceField): unknown {
  if (!defaultFrom) return value;
  const user = currentSession()?.user;
  const now = new Date().toISOString();
  const given = dynamicDefault(defaultFrom, { user: user ?? { id: null }, now, today: dayOf(now) });
  if (!to || !user || given === null) return given;
  const target = resourceNamed(to);
  return { id: given, label: target ? labelOf(target, { ...user }) : user.email };
}

/** Returns the initial form values of an existing record. */
export const valuesOf = (resource: Resource, item: ManagerRecord): FormValues =>
  collect(writable(resource), (field) => toInput(field, item[field.name]));

/** Returns the fields to change in a copy of a record: those whose errors a unique rule would report. */
export const uniqueFields = (resource: Resource, item: ManagerRecord): string[] => {
  const isWritten = new Set(writable(resource).map(({ name }) => name));
  const isSet = (name: string) => item[name] !== null && item[name] !== undefined;
  const rules = resource.unique.filter(
    ({ fields, nulls }) =>
      fields.some((name) => isWritten.has(name)) && (nulls === 'same' || fields.every(isSet)),
  );
  const fieldOf = ({ fields, reportOn }: UniqueRule) =>
    isWritten.has(reportOn) ? reportOn : fields.find((name) => isWritten.has(name))!;
  return [...new Set(rules.map(fieldOf))];
};

/** Returns a whole record as JSON, in the format of the API. */
export const bodyOf = (resource: Resource, values: FormValues): FormValues =>
  collect(writable(resource), (field) => toJson(field, values[field.name]));

/** Returns only the changed fields as JSON, so that the update and its history contain nothing else. */
export function changesOf(resource: Resource, before: FormValues, after: FormValues): FormValues {
  const [from, to] = [bodyOf(resource, before), bodyOf(resource, after)];
  const changed = Object.keys(to).filter((name) => !areEqual(from[name], to[name]));
  return Object.fromEntries(changed.map((name) => [name, to[name]]));
}

/** Returns only the changed fields, in the format of the inputs. */
export function typedValues(resource: Resource, before: FormValues, after: FormValues): FormValues {
  const names = Object.keys(changesOf(resource, before, after));
  return Object.fromEntries(names.map((name) => [name, after[name]]));
}
