import { inspect, isDeepStrictEqual } from 'node:util';
import { formerRolesOf } from '@bindery/backend/access/auth/roles-at-start.ts';
import { visibleTo } from '@bindery/contract/records/resources/visible.ts';
import { createRights, rolesOf } from '@bindery/contract/records/rights.ts';
import { type AllResources, PUBLIC, type Resource, type Role } from '@bindery/contract/schema/index.ts';
import type { RowContext, RowRule } from '@bindery/contract/schema/where.ts';
import { type Change, groupChanges, pairsOf } from './change.ts';

/**
 * Compares the permissions: the actions of each role, the fields that it reads and writes, and the records
 * that it is limited to. A loss is breaking for callers with that role.
 */
export function compareRights(before: AllResources, after: AllResources): Change[] {
  const roles = new Set([...rolesOf(before).names, ...rolesOf(after).names, PUBLIC]);
  return groupChanges([...roles].flatMap((role) => compareRole(role, before, after)));
}

function compareRole(role: Role, before: AllResources, after: AllResources): Change[] {
  const ofRole = { area: 'rights', subject: role } as const;
  const { names, ofNewUsers } = rolesOf(after);
  if (role !== PUBLIC && !names.includes(role)) {
    const next = formerRolesOf(after).get(role) ?? ofNewUsers;
    return [{ ...ofRole, verdict: 'breaking', what: `is removed: its users become ${next}` }];
  }
  const isOfNewUsers = role === ofNewUsers && role !== rolesOf(before).ofNewUsers;
  return [
    ...(isOfNewUsers ? [{ ...ofRole, verdict: 'safe', what: 'gains all new users' } as const] : []),
    ...compareActions(rightsOf(before, role, after), rightsOf(after, role, after)).map((difference) => {
      return { ...ofRole, ...difference };
    }),
  ];
}

/** The records that a right reaches, as the report calls them, and the code of the rule that limits it. */
interface Reach {
  readonly text: string;
  readonly code?: string;
}

const NONE: Reach = { text: 'none' };
const ALL: Reach = { text: 'all' };

/** The reach of each action of a role, by resource, and by field: `loans`, `loans.fee`. */
type RightsOfRole = Readonly<Record<string, Readonly<Record<string, Reach>>>>;

/**
 * Returns the rights of a role. Resources and fields have the names of the later config, and fields that it
 * lacks are omitted: they are changes of the endpoints.
 */
function rightsOf(resources: AllResources, role: Role, later: AllResources): RightsOfRole {
  const rights: Record<string, Record<string, Reach>> = {};
  for (const [singular, actions] of Object.entries(createRights(resources)[role] ?? {})) {
    const resource = Object.values(resources).find((one) => one.singular === singular);
    const name = (resource && nameIn(later, resource)) ?? resource?.name ?? singular;
    const rules: Readonly<Record<string, RowRule | undefined>> = resource?.where[role] ?? {};
    rights[name] = Object.fromEntries(actions.map((action) => [action, reachOf(rules[action], role)]));
    for (const field of Object.values(resource ? visibleTo(resource, [role]).fields : {})) {
      const same = nameIn(later[name]?.fields ?? {}, field);
      const written = field.readOnly ? {} : { create: ALL, update: ALL };
      if (same) rights[`${name}.${same}`] = { read: ALL, ...written };
    }
  }
  return rights;
}

type Named = Pick<Resource, 'name' | 'was'>;

/** Returns the name that later resources or fields have for one. */
const nameIn = (later: Readonly<Record<string, Named>>, { name }: Named): string | undefined =>
  Object.hasOwn(later, name) ? name : Object.values(later).find(({ was }) => was === name)?.name;

function compareActions(had: RightsOfRole, has: RightsOfRole) {
  return pairsOf(had, has).flatMap(([on, was = {}, is = {}]) => {
    const [resource = ''] = on.split('.');
    return pairsOf(was, is).flatMap(([action, from = NONE, to = NONE]) => {
      // The rights to fields come and go with the one to their resource.
      const isOwn = on === resource || (had[resource]?.[action] && has[resource]?.[action]);
      if (!isOwn || isDeepStrictEqual(from, to)) return [];
      const shown = from.text === to.text ? 'code' : 'text';
      const { verb, verdict } = judge(from, to);
      const what = `${verb} rights on ${on}: ${to[shown]} instead of ${from[shown]}`;
      return [{ verdict, what, details: [action] }];
    });
  });
}

function judge(from: Reach, to: Reach) {
  if (from === NONE || to === ALL) return { verb: 'gains', verdict: 'safe' } as const;
  if (to === NONE || from === ALL) return { verb: 'loses', verdict: 'breaking' } as const;
  return { verb: 'changes', verdict: 'review' } as const;
}

/** The time that a rule gets, which is shown as `now`. A rule may compute with it. */
const NOW = '2001-02-03T04:05:06.007Z';

/** Returns the reach of a rule, with its filter as an entry states it: `{ borrower: user.id }`. */
function reachOf(rule: RowRule | undefined, role: Role): Reach {
  if (!rule) return ALL;
  // No config states the values of a user's fields, so each is a text that contains its name.
  const fields = { get: (_: object, name: string) => (name === 'role' ? role : `user.${name}`) };
  // A rule of `public` has no user, as its type says.
  const context = { now: NOW, ...(role !== PUBLIC && { user: new Proxy({}, fields) }) } as RowContext;
  const filter = inspect(rule(context), { depth: null, compact: true, breakLength: Infinity })
    .replaceAll(NOW, 'now')
    .replaceAll(/'(now|user\.\w+)'/g, '$1');
  // A rule may decide by its user. Removed types leave white space.
  return { text: `only where ${filter}`, code: String(rule).replaceAll(/\s+/g, '') };
}
