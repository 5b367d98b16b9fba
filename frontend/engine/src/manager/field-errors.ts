import type { FieldError } from '@bindery/contract/records/errors.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import type { ResourceName } from '@bindery/contract/schema/register.ts';
import { loadErrorTexts } from '#frontend/shell/http/describe-error.ts';
import { HttpError } from '#frontend/shell/http/http-error.ts';
import { translate } from '#frontend/shell/i18n/i18n.ts';
import { type Labels, useLabels } from './labels.ts';
import { resourceNamed } from './resource.ts';

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

/**
 * Returns a function that makes texts of the field errors of a failed call, by field, in the user's language: with the labels of
 * the resource. Of an error without any, there are none.
 */
export function useErrorTexts(
  of: ResourceName,
): (error: unknown) => Promise<Readonly<Record<string, string>>> {
  const labels = useLabels();
  return async (error) => {
    const resource = resourceNamed(of);
    if (!resource || !(error instanceof HttpError)) return {};
    await loadErrorTexts(error);
    const explain = errorTexts(resource, labels);
    return Object.fromEntries(Object.entries(error.errors).map(([name, one]) => [name, explain(name, one)]));
  };
}
