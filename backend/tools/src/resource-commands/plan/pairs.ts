import type { AllResources, Resource, ResourceField } from '@bindery/contract/schema/index.ts';

/** Something before and after an edit. */
export interface Pair<T> {
  readonly before: T;
  readonly after: T;
}

/** The resources that exist before and after, including renamed ones. */
export const sharedResources = ({ before, after }: Pair<AllResources>): Pair<Resource>[] =>
  Object.values(after).flatMap((resource) => {
    const former = before[resource.name] ?? (resource.was === undefined ? undefined : before[resource.was]);
    return former ? [{ before: former, after: resource }] : [];
  });

/** The fields of a resource that exist before and after, including renamed ones. */
export const sharedFields = ({ before, after }: Pair<Resource>): Pair<ResourceField>[] =>
  Object.values<ResourceField>(after.fields).flatMap((field) => {
    const former =
      before.fields[field.name] ?? (field.was === undefined ? undefined : before.fields[field.was]);
    return former ? [{ before: former, after: field }] : [];
  });
