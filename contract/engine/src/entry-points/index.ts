/**
 * What the entries of a product are written with: `defineResources`, the kinds of fields, roles, and
 * `builder` for a kind of your own.
 * @example
 * import { defineResources, integer, text } from '@bindery/contract';
 *
 * export default defineResources({
 *   publishers: {
 *     fields: { name: text({ required: true, unique: true }), founded: integer() },
 *     rights: { admin: ['read', 'create', 'update', 'delete'], user: ['read'] },
 *   },
 * });
 */
export type { FileOfFunction } from '../schema/computed.ts';
export { defineResources } from '../schema/define.ts';
export type { Entries, Entry, Fields } from '../schema/entry.ts';
export { ResourceConfigError } from '../schema/error.ts';
export { currentUser, type DynamicDefault, now, today } from '../schema/fields/dynamic-default.ts';
export {
  type Builder,
  type Built,
  bounded,
  builder,
  type Column,
  type CommonOptions,
  checkBounds,
  checkPattern,
  type Exactly,
  type Field,
  type FieldCondition,
  field,
  type Kind,
  type KindSamples,
  type Operator,
  type Report,
  type Zod,
} from '../schema/fields/field.ts';
export {
  boolean,
  date,
  datetime,
  decimal,
  email,
  file,
  image,
  integer,
  longText,
  reference,
  references,
  select,
  text,
  url,
} from '../schema/fields/index.ts';
export type {
  AllResources,
  FormSection,
  Order,
  Resource,
  ResourceField,
  Resources,
  UniqueRule,
} from '../schema/resource.ts';
export { type Action, actions } from '../schema/rights.ts';
export { defineRoles, PUBLIC, type Role, type RoleOptions, type Roles } from '../schema/roles.ts';
