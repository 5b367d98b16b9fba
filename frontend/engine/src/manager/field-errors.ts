import type { ErrorBody } from '@bindery/contract/records/errors.ts';
import { createErrorTexts, type ErrorText } from '@bindery/contract/records/resources/labels.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import type { ResourceName } from '@bindery/contract/schema/register.ts';
import { loadErrorTexts } from '#frontend/shell/http/describe-error.ts';
import { HttpError } from '#frontend/shell/http/http-error.ts';
import { translate } from '#frontend/shell/i18n/i18n.ts';
import { type Labels, useLabels } from './labels.ts';
import { resourceNamed } from './resource.ts';

export type { ErrorText };

/** Returns a function that translates the field errors of a resource into the language of the page. */
export const errorTexts = (
  resource: Resource,
  labels: Pick<Labels, 'field' | 'option' | 'singular'>,
): ErrorText => createErrorTexts(resource, { labels, translate });

/**
 * Returns a function that translates the field errors of a failed call, by field, with the labels of the
 * resource; empty for other errors.
 */
export function useErrorTexts(
  of: ResourceName,
): (error: unknown) => Promise<Readonly<Record<string, string>>> {
  const labels = useLabels();
  return async (error) => {
    const resource = resourceNamed(of);
    if (!resource || !(error instanceof HttpError)) return {};
    return Object.fromEntries(await translateErrors(error, { resource, labels }));
  };
}

/**
 * Returns a function that translates the field errors of a failed write, as a list: those of the record that
 * the response names, otherwise of the given resource. Empty for other errors.
 */
export function useErrorList(): (error: unknown, of: Resource | undefined) => Promise<readonly string[]> {
  const labels = useLabels();
  return async (error, of) => {
    if (!(error instanceof HttpError)) return [];
    const { record }: Partial<ErrorBody> = Object(error.body);
    const resource = resourceNamed(record?.resource) ?? of;
    if (!resource) return [];
    return (await translateErrors(error, { resource, labels })).map(([, text]) => text);
  };
}

/** Returns the translated field errors of a failed call with the names of their fields. */
async function translateErrors(
  error: HttpError,
  { resource, labels }: { resource: Resource; labels: Labels },
): Promise<[name: string, text: string][]> {
  await loadErrorTexts(error);
  const explain = errorTexts(resource, labels);
  return Object.entries(error.errors).map(([name, one]) => [name, explain(name, one)]);
}
