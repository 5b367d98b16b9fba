import { textsOf } from '@bindery/contract/api/texts/locale-files.ts';
import { createRights, hasRight, rolesOf } from '@bindery/contract/records/rights.ts';
import type { Role } from '@bindery/contract/schema/index.ts';
import { readable } from '@bindery/contract/schema/names.ts';
import { resources } from './product.ts';

const roles = rolesOf(resources);

/** The role of the sample admin, whatever the product calls it. */
export const ADMIN_ROLE: Role = roles.administrators[0];
/** The role of the sample user, which all new users have. */
export const USER_ROLE: Role = roles.ofNewUsers;

const rights = createRights(resources);

/** Returns whether the sample admin has a right on a resource, by its singular. */
export const adminMay = (resource: string, action: string): boolean =>
  hasRight(rights, { role: ADMIN_ROLE, resource, action });

/** Returns what English pages call a role: by the locale files, by the config, or by its name. */
export const roleLabel = (role: Role): string =>
  textsOf('en').get(`manager.resources.users.options.role.${role}`) ?? roles.titles[role] ?? readable(role);
