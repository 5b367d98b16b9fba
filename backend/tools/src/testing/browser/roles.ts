import { textsOf } from '@bindery/contract/api/texts/locale-files.ts';
import { createRights, rolesOf } from '@bindery/contract/records/rights.ts';
import type { Role } from '@bindery/contract/schema/index.ts';
import { readable } from '@bindery/contract/schema/names.ts';
import { resources } from './product.ts';

const roles = rolesOf(resources);

/** The role of the sample admin, whose name depends on the product. */
export const ADMIN_ROLE: Role = roles.administrators[0];
/** The role of the sample user, which all new users have. */
export const USER_ROLE: Role = roles.ofNewUsers;

const adminRights = createRights(resources)[ADMIN_ROLE];

/** Returns whether the sample admin has a right on a resource, by its singular. */
export const adminMay = (resource: string, action: string): boolean =>
  adminRights?.[resource]?.includes(action) ?? false;

/** Returns the English label of a role: from the locale files, the config, or its name. */
export const roleLabel = (role: Role): string =>
  textsOf('en').get(`manager.resources.users.options.role.${role}`) ?? roles.titles[role] ?? readable(role);
