/** The functions and types for writing resources.config.ts. */
export { defineResources } from './define.ts';
export type { Entries, Entry, Fields } from './entry.ts';
export { ResourceConfigError } from './error.ts';
export { boolean } from './fields/boolean.ts';
export { date } from './fields/date.ts';
export { datetime } from './fields/datetime.ts';
export { decimal } from './fields/decimal.ts';
export { email } from './fields/email.ts';
export { fieldKind, type KindName } from './fields/index.ts';
export { integer } from './fields/integer.ts';
export { longText } from './fields/long-text.ts';
export { type Referenced, reference } from './fields/reference.ts';
export { select } from './fields/select.ts';
export { text } from './fields/text.ts';
export { url } from './fields/url.ts';
export type { Order, Resource, ResourceField, Resources, UniqueRule } from './resource.ts';
export { type Action, actions, type Role, roles } from './rights.ts';
