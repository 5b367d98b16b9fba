import { unknownName } from '@bindery/contract/schema/error.ts';
import { type Action, actions, type Role } from '@bindery/contract/schema/index.ts';
import { CommandError } from '../command.ts';

/** All actions that an entry without an archive has. */
const ALL: readonly Action[] = actions.filter((action) => action !== 'restore');

/**
 * Parses the rights of roles: `admin=all,user=read+create`.
 *
 * @throws CommandError that says what is wrong.
 */
export function parseRights(text: string, roles: readonly Role[]): Record<Role, readonly Action[]> {
  const rights = new Map<Role, readonly Action[]>();
  for (const part of text.split(',').map((one) => one.trim())) {
    const [, role, list] = /^([^=]*)=(.*)$/s.exec(part) ?? [];
    if (role === undefined || list === undefined)
      throw new CommandError(
        `${JSON.stringify(part)}: expected role=action+action, such as admin=all,user=read.`,
      );
    if (!roles.includes(role))
      throw new CommandError(`The role ${JSON.stringify(role)} ${unknownName(role, roles)}`);
    if (rights.has(role)) throw new CommandError(`The role ${role} is stated twice.`);
    rights.set(role, parseActions(list));
  }
  return Object.fromEntries([...rights].filter(([, allowed]) => allowed.length > 0));
}

/**
 * Parses actions: `all`, `none`, `read create`, `read+create`.
 *
 * @throws CommandError for an unknown one, or for others without `read`.
 */
export function parseActions(text: string): readonly Action[] {
  const words = text.split(/[\s,+]+/).filter((word) => word !== '');
  if (words.length === 1 && words[0] === 'all') return ALL;
  if (words.length === 0 || (words.length === 1 && words[0] === 'none')) return [];
  const unknown = words.find((word) => !ALL.includes(word as Action));
  if (unknown !== undefined)
    throw new CommandError(
      `The action ${JSON.stringify(unknown)} ${unknownName(unknown, [...ALL, 'all', 'none'])}`,
    );
  if (!words.includes('read'))
    throw new CommandError('Whoever may change records must be allowed to read them.');
  return ALL.filter((action) => words.includes(action));
}
