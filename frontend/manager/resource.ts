import { data, type LoaderFunctionArgs, useParams } from 'react-router';
import type { Action, Resource } from '#contract/schema/index.ts';
import resources from '#resources.config';
import { may } from '../auth/session.ts';

/** A record as a page knows it: by the names of the fields of its resource. */
export type Item = Readonly<Record<string, unknown>> & { readonly id: string };

/** The resource of that name; undefined when resources.config.ts has none. */
export const resourceNamed = (name: string | undefined): Resource | undefined =>
  name !== undefined && Object.hasOwn(resources, name)
    ? (resources as Readonly<Record<string, Resource>>)[name]
    : undefined;

/** Every resource that the visitor may do this with. */
export const resourcesFor = (action: Action): Resource[] =>
  (Object.values(resources) as unknown as Resource[]).filter(({ singular }) => may(singular, action));

/** The resources that the visitor may read, under the groups that their entries name; the application comes first. */
export const resourceGroups = (): ReadonlyMap<string, readonly Resource[]> =>
  new Map([['application', []], ...Map.groupBy(resourcesFor('read'), ({ group }) => group)]);

/** Route loader of a generated page: 404 for a resource that there is not, 403 without the right to it. */
export const onlyWith =
  (action: Action) =>
  ({ params }: LoaderFunctionArgs) => {
    const resource = resourceNamed(params.resource);
    if (!resource) throw data(null, { status: 404 });
    if (!may(resource.singular, action)) throw data(null, { status: 403 });
    return null;
  };

/** The resource of the page's address, which its loader made sure of. */
export function useResource(): Resource {
  const { resource } = useParams();
  return resourceNamed(resource)!;
}

/** The text that stands for a record in titles, links and questions. */
export const labelOf = (resource: Resource, item: Item): string => String(item[resource.label] ?? item.id);

/** The addresses of a resource's pages. */
export const addresses = {
  list: (resource: string) => `/manager/${resource}`,
  create: (resource: string) => `/manager/${resource}/new`,
  show: (resource: string, id: string) => `/manager/${resource}/${id}`,
  update: (resource: string, id: string) => `/manager/${resource}/${id}/update`,
};
