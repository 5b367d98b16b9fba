/** The functions and types for writing resources.config.ts. */
export type { FileOfFunction } from './computed.ts';
export { defineResources } from './define.ts';
export type { Entries, Entry, Fields } from './entry.ts';
export { ResourceConfigError } from './error.ts';
export { currentUser, type DynamicDefault, now, today } from './fields/dynamic-default.ts';
export * from './fields/index.ts';
export { HIDDEN_ID, type Referenced } from './fields/reference.ts';
export { fieldKind, type KindName } from './kinds.ts';
export type {
  AllResources,
  FormSection,
  JoinTable,
  Order,
  Resource,
  ResourceField,
  Resources,
  UniqueRule,
} from './resource.ts';
export { type Action, actions, allows } from './rights.ts';
export { defineRoles, PUBLIC, type Role, type RoleOptions, type Roles } from './roles.ts';
