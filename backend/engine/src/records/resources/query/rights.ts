import type { RowFilter } from '@bindery/contract/records/rows/parse-row-filter.ts';
import { isLimited as isRoleLimited, rowFilter } from '@bindery/contract/records/rows/row-filter.ts';
import { type Action, allows, type Resource, type ResourceField } from '@bindery/contract/schema/index.ts';
import { type Actor, isApplication, isReadOnly } from '#backend/kernel/http/actor.ts';

/** Returns whether role and API key of an actor permit an action on records of a resource. */
export const may = (actor: Actor, resource: Resource, action: Action): boolean =>
  isApplication(actor) ||
  ((action === 'read' || !isReadOnly(actor)) && allows(resource, { role: actor.role, action }));

/** Returns whether an actor may read the records of a resource. */
export const mayRead = (actor: Actor, resource: Resource): boolean => may(actor, resource, 'read');

/** Returns whether an actor who may read a resource may read this field of it. */
export const maySee = (actor: Actor, field: ResourceField): boolean =>
  isApplication(actor) || field.readBy.includes(actor.role);

/** Returns whether an actor may write a field of a resource. */
export const maySet = (actor: Actor, field: ResourceField): boolean =>
  !field.readOnly && (isApplication(actor) || field.writeBy.includes(actor.role));

/** Returns whether an action of an actor is limited to some records, which differ between users of a role. */
export const isLimited = (actor: Actor, resource: Resource, action: Action): boolean =>
  !isApplication(actor) && isRoleLimited(resource, { role: actor.role, action });

/** Returns the row filter of an actor's action; undefined for all records. */
export const limitOf = (actor: Actor, resource: Resource, action: Action): RowFilter | undefined =>
  isApplication(actor) ? undefined : rowFilter(resource, { actor, action });
