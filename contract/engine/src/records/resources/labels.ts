import type { FieldError } from '#contract/records/errors.ts';
import type { FormSection, Resource, ResourceField } from '#contract/schema/index.ts';
import { readable } from '#contract/schema/names.ts';

/** The placeholder in a label for an empty field. */
export const NO_VALUE = '–';

/** Formats a value for a label; undefined if empty. A reference becomes its label. */
const formatValue = (value: unknown): string | undefined => {
  if (value === null || value === undefined || value === '') return undefined;
  if (typeof value !== 'object') return String(value);
  const { id, label } = value as { readonly id?: unknown; readonly label?: unknown };
  return typeof label === 'string' && label !== id ? label : undefined;
};

/**
 * Returns the label of a record in titles, links and confirmations, computed from its JSON: the same label as
 * in a reference to the record. Falls back to the id if none of the label's fields has a value.
 */
export const labelOf = (
  { labelParts }: Pick<Resource, 'labelParts'>,
  item: Readonly<Record<string, unknown>> & { readonly id: string },
): string => {
  const values = labelParts.map((part) => ('field' in part ? formatValue(item[part.field]) : undefined));
  if (values.every((value) => value === undefined)) return item.id;
  return labelParts.map((part, index) => ('text' in part ? part.text : (values[index] ?? NO_VALUE))).join('');
};

/** Returns the text of a key in one language; the fallback, by default the key, where it has none. */
export type TranslateKey = (
  key: string,
  values?: Record<string, string | number>,
  fallback?: string,
) => string;

/** The texts that depend on resources.config.ts. A locale file may override each of them. */
export interface Labels {
  /** "Books" */
  plural: (resource: Resource) => string;
  /** "Book" */
  singular: (resource: Resource) => string;
  field: (resource: Resource, field: Pick<ResourceField, 'name' | 'title'>) => string;
  /** The title of a section of the form. */
  section: (resource: Resource, section: Pick<FormSection, 'name' | 'title'>) => string;
  /** The label of a select's value; of yes or no where a locale file has a better text: "not verified". */
  option: (resource: Resource, field: ResourceField, value: string, otherwise?: string) => string;
  /** The text for a field without a value, if a locale file has one: "Not onboarded". */
  none: (resource: Resource, field: ResourceField) => string | undefined;
  /** What a change of a yes or no has done, if a locale file has a text for it: "Ban lifted". */
  change: (resource: Resource, field: ResourceField, after: boolean) => string | undefined;
  /** The line below the input of a field; what its value means where it has none. */
  help: (resource: Resource, field: ResourceField) => string | undefined;
  /** What the records are. */
  description: (resource: Resource) => string | undefined;
  group: (group: string) => string;
  /** "1 book", "12 books" */
  count: (resource: Resource, count: number) => string;
  /**
   * A sentence about a resource or one of its records: the resource's own text such as `books.deleted`, which
   * languages with grammatical gender need, or the general one: `record.deleted`.
   */
  message: (resource: Resource, key: string, values?: Record<string, string | number>) => string;
}

// A value such as `onHold` is an identifier and is humanized; one such as `KE` or `A4` remains unchanged.
const optionText = (value: string) => (/^[a-z][A-Za-z]*$/.test(value) ? readable(value) : value);

/** Returns the labels of the resources in the language that texts are translated into. */
export function createLabels(translate: TranslateKey, language: string): Labels {
  const keyOf = (resource: Resource, key: string) => `manager.resources.${resource.name}.${key}`;
  const textOf = (resource: Resource, key: string, fallback = '') =>
    translate(keyOf(resource, key), undefined, fallback);
  const plural = (resource: Resource) => textOf(resource, 'label', resource.title);
  const singular = (resource: Resource) => textOf(resource, 'singular', resource.singularTitle);
  const message: Labels['message'] = (resource, key, values) => {
    const record = singular(resource);
    const names = {
      record,
      lower: record.toLocaleLowerCase(language),
      plural: plural(resource).toLocaleLowerCase(language),
      ...values,
    };
    return translate(keyOf(resource, key), names, translate(`manager.record.${key}`, names));
  };
  return {
    plural,
    singular,
    field: (resource, { name, title }) => {
      // What the entry says of this field is more exact than the text that fields of this name share.
      const otherwise =
        title === readable(name) ? translate(`manager.fields.${name}`, undefined, title) : title;
      return textOf(resource, `fields.${name}`, otherwise);
    },
    section: (resource, { name, title }) => textOf(resource, `sections.${name}`, title),
    option: (resource, { name, valueTitles }, value, otherwise = valueTitles[value] ?? optionText(value)) =>
      textOf(resource, `options.${name}.${value}`, otherwise),
    none: (resource, { name }) => textOf(resource, `none.${name}`) || undefined,
    change: (resource, { name }, after) => textOf(resource, `changes.${name}.${after}`) || undefined,
    help: (resource, { name, help, description }) => {
      const described = textOf(resource, `descriptions.${name}`, description);
      return textOf(resource, `help.${name}`, help ?? described) || undefined;
    },
    description: (resource) => textOf(resource, 'description', resource.description) || undefined,
    group: (group) => translate(`manager.groups.${group}`, undefined, readable(group)),
    count: (resource, count) => message(resource, 'count', { count }),
    message,
  };
}

/** Returns the translated error of a field: `errors.required` → "Title is required". */
export type ErrorText = (name: string, error: Pick<FieldError, 'key'> & Partial<FieldError>) => string;

/** Returns a function that translates field errors, with the labels of fields and values for their names. */
export const createErrorTexts =
  (
    resource: Resource,
    { labels, translate }: { labels: Pick<Labels, 'field' | 'option' | 'singular'>; translate: TranslateKey },
  ): ErrorText =>
  (name, { key, values = {}, message }) => {
    const field = resource.fields[name];
    const label = (other: string) => {
      const known = resource.fields[other];
      return known ? labels.field(resource, known) : other;
    };
    const list = (names: unknown, labelled: (one: string) => string) =>
      String(names).split(', ').map(labelled).join(', ');
    const named = {
      ...Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value)])),
      field: label(name),
      ...('record' in values && { record: labels.singular(resource) }),
      ...('others' in values && { others: list(values.others, (other) => label(other).toLocaleLowerCase()) }),
      ...('options' in values &&
        field && { options: list(values.options, (option) => labels.option(resource, field, option)) }),
    };
    // The application's own rules have their texts in `manager.rules`.
    return translate(key, named, translate(`manager.rules.${key}`, named, message ?? key));
  };
