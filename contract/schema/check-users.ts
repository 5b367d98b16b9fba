import type { Entry } from './entry.ts';
import type { ReportMistake } from './error.ts';
import { PUBLIC, type Roles } from './roles.ts';

/** Checks what an entry that better-auth manages says of roles: their field, and who may change users. */
export const checkUsers = (
  entry: Entry,
  { roles, reportMistake }: { roles: Roles; reportMistake: ReportMistake },
): void => {
  const role = entry.fields.role as { readonly values?: readonly string[] } | undefined;
  const values = role?.values ?? [];
  const isSame = values.length === roles.names.length && roles.names.every((name) => values.includes(name));
  if (role && !isSame)
    reportMistake('fields.role.values', values, `must be the roles of the config: ${roles.names.join(', ')}`);
  const standard = (entry.fields.role as { readonly default?: unknown } | undefined)?.default;
  if (standard !== undefined && standard !== roles.ofNewUsers)
    reportMistake('fields.role.default', standard, `must be the role of new users: ${roles.ofNewUsers}`);
  for (const [name, allowed] of Object.entries(entry.rights ?? {})) {
    const changes = Array.isArray(allowed) && allowed.some((action) => action !== 'read');
    if (changes && !roles.administrators.includes(name))
      reportMistake(
        `rights.${name}`,
        allowed,
        'cannot be: only roles with "administersUsers" may change users',
      );
    if (name === PUBLIC && Array.isArray(allowed) && allowed.length > 0)
      reportMistake(`rights.${name}`, allowed, 'cannot be: addresses of users are not for everybody');
  }
};
