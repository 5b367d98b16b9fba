import type { FieldError } from '#contract/errors.ts';
import type { Resource } from '#contract/schema/index.ts';
import { translate } from '../../i18n/i18n.ts';
import type { Labels } from '../labels.ts';

/** A rule that a value broke, in the language of the page: `errors.required` → "Title is required". */
export type ErrorText = (name: string, error: Pick<FieldError, 'key'> & Partial<FieldError>) => string;

/** Translates what the server says about fields. It names fields and values as the entry does; users see their labels. */
export const errorTexts =
  (resource: Resource, labels: Labels): ErrorText =>
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
    // A rule of the server's own has texts of its own.
    return translate(key, named, translate(`manager.rules.${key}`, named, message ?? key));
  };
