import { withFixedFields } from '#contract/rows/fixed-fields.ts';
import { matches } from '#contract/rows/matches.ts';
import { rowCondition } from '#contract/rows/row-condition.ts';
import { type Action, PUBLIC, type Resource, type ResourceField, type Role } from '#contract/schema/index.ts';
import { currentSession, may } from '../auth/session.ts';
import type { ManagerRecord } from './resource.ts';

/**
 * Returns whether the user may perform an action on a record, as far as the page knows; the server decides. What
 * depends on another record, of which the page has only the label, is offered.
 */
export function mayWith(resource: Resource, action: Action, item: ManagerRecord): boolean {
  if (!may(resource.singular, action)) return false;
  const actor = currentSession()?.user;
  const condition = actor && rowCondition(resource, { actor, action });
  return condition === undefined || matches(condition, item) !== false;
}

const known = new WeakMap<Resource, { readonly role: Role; readonly form: Resource }>();

/** Returns a resource as the form of a new record shows it: without the fields whose value the rows of the user fix. */
export function ofNew(resource: Resource): Resource {
  const role = currentSession()?.user.role ?? PUBLIC;
  const last = known.get(resource);
  if (last?.role === role) return last.form;
  const form = withoutFixed(resource, role);
  known.set(resource, { role, form });
  return form;
}

function withoutFixed(resource: Resource, role: Role): Resource {
  const marked = withFixedFields(resource, role);
  if (marked === resource) return resource;
  const fields = Object.entries<ResourceField>(marked.fields);
  return {
    ...marked,
    fields: Object.fromEntries(
      fields.map(([name, field]) => [name, field.isFixed ? { ...field, readOnly: true } : field]),
    ),
  };
}
