import type { Resource } from '@bindery/contract/schema/index.ts';
import { readable } from '@bindery/contract/schema/names.ts';

/** Returns the tag of the endpoints whose operations start with this name. */
export const tagOf = (operationId: string): string => readable(operationId.split('.')[0]!);

/** Returns the descriptions of the resources' tags, if their entries have any. */
export const describeTags = (
  resources: readonly Pick<Resource, 'name' | 'description'>[],
): { readonly name: string; readonly description: string }[] =>
  resources.flatMap(({ name, description }) =>
    description === undefined ? [] : [{ name: tagOf(name), description }],
  );
