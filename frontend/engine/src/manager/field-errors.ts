import type { FieldError } from '@bindery/contract/records/errors.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { translate } from '#frontend/shell/i18n/i18n.ts';
import type { Labels } from './labels.ts';

/** Returns the translated error of a field: `errors.required` → "Title is required". */
export type ErrorText = (name: string, error: Pick<FieldError, 'key'> & Partial<FieldError>) => string;

/**
 * Returns a function that translates field errors, replacing the names of fields and values by their labels.
 */
export const errorTexts =
  (resource: Resource, labels: Pick<Labels, 'field' | 'option' | 'singular'>): ErrorText =>
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
