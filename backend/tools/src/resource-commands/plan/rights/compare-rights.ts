import { formerRolesOf } from '@bindery/backend/access/auth/former-roles.ts';
import { createRights, rolesOf, type Statements } from '@bindery/contract/records/rights.ts';
import {
  type AllResources,
  PUBLIC,
  type Resource,
  type ResourceField,
  type Role,
} from '@bindery/contract/schema/index.ts';
import type { RowRule } from '@bindery/contract/schema/where.ts';
import { type Pair, sharedFields, sharedResources } from '../pairs.ts';
import type { Verdict } from '../verdict.ts';
import { describeRule, isSameRule } from './describe-rule.ts';

/** A right that a role gains, loses or has in another form than before. */
export interface RightChange {
  readonly role: Role;
  readonly change: 'gains' | 'loses' | 'changes';
  /** `read on loans`, `read of loans.fee` */
  readonly what: string;
  readonly verdict: Verdict;
}

type Configs = Pair<AllResources>;

const gains = (role: Role, what: string): RightChange => ({ role, change: 'gains', what, verdict: 'safe' });
const loses = (role: Role, what: string): RightChange => ({
  role,
  change: 'loses',
  what,
  verdict: 'breaking',
});

/**
 * Compares the permissions: the actions of each role, the fields that it reads and writes, and the records
 * that it is limited to. A loss is breaking for callers with that role.
 */
export function compareRights({ before, after }: Configs): RightChange[] {
  const [old, now] = [rolesOf(before), rolesOf(after)];
  const roles = [...new Set([...old.names, ...now.names, PUBLIC])];
  return roles.flatMap((role) => {
    const isKnown = (names: readonly Role[]) => role === PUBLIC || names.includes(role);
    if (!isKnown(now.names))
      return [
        {
          role,
          change: 'loses',
          what: `everything: its users ${fateOf(role, after)}`,
          verdict: 'breaking',
        },
      ];
    const isNew = !isKnown(old.names);
    return [
      ...(isNew ? [gains(role, 'its existence as a role')] : []),
      ...(old.ofNewUsers !== role && now.ofNewUsers === role ? [gains(role, 'all new users')] : []),
      ...compareActions({ before, after }, role),
      ...(isNew ? [] : sharedResources({ before, after }).flatMap((pair) => compareFields(pair, role))),
      ...(isNew ? [] : sharedResources({ before, after }).flatMap((pair) => compareRows(pair, role))),
    ];
  });
}

/** What happens to the users of a removed role. */
function fateOf(role: Role, after: AllResources): string {
  const next = formerRolesOf(after).get(role);
  return next === undefined ? `count as ${rolesOf(after).ofNewUsers}` : `become ${next}`;
}

/** The actions on resources by their plural, and other actions, such as entering the manager. */
function compareActions({ before, after }: Configs, role: Role): RightChange[] {
  const [old, now] = [statementsOf(before, role), statementsOf(after, role)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((resource) => {
    const [had, has] = [old.get(resource) ?? [], now.get(resource) ?? []];
    const gained = has.filter((action) => !had.includes(action));
    const lost = had.filter((action) => !has.includes(action));
    return [
      ...gainedActions({ role, resource: after[resource], on: resource }, gained),
      ...(lost.length > 0 ? [loses(role, `${lost.join(', ')} on ${resource}`)] : []),
    ];
  });
}

/** An action gained for some records only says so. */
function gainedActions(
  { role, resource, on }: { role: Role; resource: Resource | undefined; on: string },
  actions: readonly string[],
): RightChange[] {
  const rules: Readonly<Record<string, RowRule | undefined>> = resource?.where[role] ?? {};
  const groups = Map.groupBy(actions, (action) =>
    rules[action] ? `: only where ${describeRule(rules[action], role)}` : '',
  );
  return [...groups].map(([limit, same]) => gains(role, `${same.join(', ')} on ${on}${limit}`));
}

function statementsOf(resources: AllResources, role: Role): ReadonlyMap<string, readonly string[]> {
  const statements: Statements = createRights(resources)[role] ?? {};
  const plurals = new Map(Object.values(resources).map(({ singular, name }) => [singular, name]));
  return new Map(Object.entries(statements).map(([name, actions]) => [plurals.get(name) ?? name, actions]));
}

/**
 * Fields of resources that the role may read before and after; added and removed fields are changes of the
 * endpoints.
 */
function compareFields({ before, after }: Pair<Resource>, role: Role): RightChange[] {
  const may = ({ rights }: Resource, action: 'read' | 'create' | 'update') =>
    rights[role]?.includes(action) ?? false;
  if (!may(before, 'read') || !may(after, 'read')) return [];
  const writes = (resource: Resource, field: ResourceField) =>
    !field.readOnly && field.writeBy.includes(role) && (may(resource, 'create') || may(resource, 'update'));
  const isWriter = [before, after].every((one) => may(one, 'create') || may(one, 'update'));
  return sharedFields({ before, after }).flatMap(({ before: former, after: field }) => {
    const at = `${after.name}.${field.name}`;
    return [
      ...difference(role, `read of ${at}`, [former.readBy.includes(role), field.readBy.includes(role)]),
      ...(isWriter ? difference(role, `write of ${at}`, [writes(before, former), writes(after, field)]) : []),
    ];
  });
}

const difference = (role: Role, what: string, [had, has]: readonly [boolean, boolean]): RightChange[] =>
  had === has ? [] : [has ? gains(role, what) : loses(role, what)];

/** The row filters of the actions that the role has before and after. */
function compareRows({ before, after }: Pair<Resource>, role: Role): RightChange[] {
  const actions = (after.rights[role] ?? []).filter((action) => before.rights[role]?.includes(action));
  const changes = actions.flatMap((action) => {
    const [old, now] = [before.where[role]?.[action], after.where[role]?.[action]];
    if (isSameRule(old, now, role)) return [];
    return [{ action, old, now, text: `${describeRule(old, role)} → ${describeRule(now, role)}` }];
  });
  // One function for all actions of a role is one change.
  return [...Map.groupBy(changes, ({ text }) => text).values()].map((same): RightChange => {
    const { old, now } = same[0]!;
    const all = `${same.map(({ action }) => action).join(', ')} on ${after.name}`;
    if (!old) return loses(role, `${all}: only where ${describeRule(now, role)}`);
    if (!now) return gains(role, `${all}: all records, and not only where ${describeRule(old, role)}`);
    const [from, to] = [describeRule(old, role), describeRule(now, role)];
    const what =
      from === to
        ? `${all}: the code of its condition (for some user still ${to})`
        : `${all}: where ${to}, and not where ${from}`;
    return { role, change: 'changes', what, verdict: 'review' };
  });
}
