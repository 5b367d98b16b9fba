import { data, type LoaderFunctionArgs, useParams } from 'react-router';
import { labelOf } from '#contract/resources/label.ts';
import { allVisibleTo } from '#contract/resources/visible.ts';
import type { Action, Resource, Role } from '#contract/schema/index.ts';
import resources from '#resources.config';
import { currentSession, may } from '../auth/session.ts';

export { labelOf };

/** A record as a page knows it: by the names of the fields of its resource. */
export type ManagerRecord = Readonly<Record<string, unknown>> & { readonly id: string };

type ByName = Readonly<Record<string, Resource>>;
const visible = new Map<Role, ByName>();

/** The resources as the visitor's role sees them: no page shows, asks for or sends a field that is hidden from it. */
function visibleResources(): ByName {
  const role = currentSession()?.user.role ?? 'user';
  const known = visible.get(role) ?? allVisibleTo(resources as ByName, [role]);
  visible.set(role, known);
  return known;
}

/** The resource of that name; undefined when resources.config.ts has none. */
export const resourceNamed = (name: string | undefined): Resource | undefined =>
  name !== undefined && Object.hasOwn(resources, name) ? visibleResources()[name] : undefined;

/** Every resource that the visitor may do this with. */
export const resourcesFor = (action: Action): Resource[] =>
  Object.values(visibleResources()).filter(({ singular }) => may(singular, action));

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

/** The addresses of a resource's pages. */
export const addresses = {
  list: (resource: string) => `/manager/${resource}`,
  create: (resource: string) => `/manager/${resource}/new`,
  show: (resource: string, id: string) => `/manager/${resource}/${id}`,
  update: (resource: string, id: string) => `/manager/${resource}/${id}/update`,
};
