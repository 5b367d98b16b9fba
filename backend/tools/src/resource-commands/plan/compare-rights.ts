import { formerRolesOf } from '@bindery/backend/access/auth/former-roles.ts';
import { createRights, rolesOf, type Statements } from '@bindery/contract/records/rights.ts';
import { type AllResources, PUBLIC, type ResourceField, type Role } from '@bindery/contract/schema/index.ts';
import type { RowRule } from '@bindery/contract/schema/where.ts';
import type { Verdict } from './compare-schemas.ts';
import { describeRule, isSameRule } from './describe-rule.ts';

/** A right that a role gains, loses or has in another form than before. */
export interface RightChange {
  readonly role: Role;
  readonly change: 'gains' | 'loses' | 'changes';
  /** `read on loans`, `read of loans.fee` */
  readonly what: string;
  readonly verdict: Verdict;
}

interface Configs {
  readonly before: AllResources;
  readonly after: AllResources;
}

/**
 * Compares the permissions: the actions of each role, the fields that it reads and writes, and the records
 * that it is limited to. A loss is breaking for callers with that role.
 */
export function compareRights({ before, after }: Configs): RightChange[] {
  const [old, now] = [rolesOf(before), rolesOf(after)];
  return [...new Set([...old.names, ...now.names, PUBLIC])].flatMap((role): RightChange[] => {
    const isKnown = (names: readonly Role[]) => role === PUBLIC || names.includes(role);
    if (!isKnown(now.names)) {
      const next = formerRolesOf(after).get(role);
      const fate = next === undefined ? `count as ${now.ofNewUsers}` : `become ${next}`;
      return [{ role, change: 'loses', what: `everything: its users ${fate}`, verdict: 'breaking' }];
    }
    const isNew = !isKnown(old.names);
    const [had, has] = [rightsOf(before, role, after), rightsOf(after, role)];
    const gained = isNew ? ['its existence as a role'] : [];
    if (old.ofNewUsers !== role && now.ofNewUsers === role) gained.push('all new users');
    return [
      ...gained.map((what): RightChange => ({ role, change: 'gains', what, verdict: 'safe' })),
      ...changesOf(role, had, has),
    ];
  });
}

/** A right, and the filter that limits it to some records. */
interface Right {
  readonly action: string;
  /** ` on loans`, ` of loans.fee` */
  readonly on: string;
  readonly rule?: RowRule | undefined;
  /** The actions on the resource, one of which it needs: without any, a right to a field is not a separate change. */
  readonly needs?: readonly string[];
}

/**
 * Returns the rights of a role, by their names. With a later config, resources and fields have its names, and fields
 * that only one of the two has are omitted: they are changes of the endpoints.
 */
function rightsOf(resources: AllResources, role: Role, later: AllResources = resources): Map<string, Right> {
  const rights: Right[] = [];
  const statements: Statements = createRights(resources)[role] ?? {};
  const present = new Map(
    Object.values(later).flatMap((one) => [
      [one.was, one],
      [one.name, one],
    ]),
  );
  for (const [on, actions] of Object.entries(statements)) {
    const resource = Object.values(resources).find(({ singular }) => singular === on);
    const now = resource && (present.get(resource.name) as typeof resource | undefined);
    const name = now?.name ?? resource?.name ?? on;
    const rules: Readonly<Record<string, RowRule | undefined>> = resource?.where[role] ?? {};
    for (const action of actions) rights.push({ action, on: ` on ${name}`, rule: rules[action] });
    if (!resource || !now || !actions.includes('read')) continue;
    for (const field of Object.values<ResourceField>(resource.fields)) {
      const same = Object.values<ResourceField>(now.fields).find(
        (one) => one.name === field.name || one.was === field.name,
      );
      if (!same) continue;
      const isWriter = actions.some((action) => action === 'create' || action === 'update');
      if (field.readBy.includes(role))
        rights.push({ action: 'read', on: ` of ${name}.${same.name}`, needs: [`read on ${name}`] });
      if (isWriter && !field.readOnly && field.writeBy.includes(role))
        rights.push({ action: 'write', on: ` of ${name}.${same.name}`, needs: writes(name) });
    }
  }
  return new Map(rights.map((right) => [right.action + right.on, right]));
}

const writes = (name: string) => [`create on ${name}`, `update on ${name}`];

/** One change for all actions with the same meaning. */
function changesOf(
  role: Role,
  had: ReadonlyMap<string, Right>,
  has: ReadonlyMap<string, Right>,
): RightChange[] {
  const limit = ({ rule }: Right) => (rule ? `: only where ${describeRule(rule, role)}` : '');
  const all = [...new Set([...had.keys(), ...has.keys()])].flatMap((key) => {
    const [old, now] = [had.get(key), has.get(key)];
    const { action, on, needs } = (now ?? old)!;
    if (needs && ![had, has].every((rights) => needs.some((need) => rights.has(need)))) return [];
    if (!old) return [{ action, change: 'gains', what: on + limit(now!), verdict: 'safe' } as const];
    if (!now) return [{ action, change: 'loses', what: on, verdict: 'breaking' } as const];
    if (isSameRule(old.rule, now.rule, role)) return [];
    return [{ action, ...limitChange(on, [old.rule, now.rule], role) }];
  });
  const groups = Map.groupBy(all, ({ change, what }) => `${change} ${what}`);
  return [...groups.values()].map((same) => {
    const { change, what, verdict } = same[0]!;
    return { role, change, what: same.map(({ action }) => action).join(', ') + what, verdict };
  });
}

function limitChange(
  on: string,
  [old, now]: readonly [RowRule | undefined, RowRule | undefined],
  role: Role,
): Omit<RightChange, 'role'> {
  const [from, to] = [describeRule(old, role), describeRule(now, role)];
  if (!old) return { change: 'loses', what: `${on}: only where ${to}`, verdict: 'breaking' };
  if (!now)
    return { change: 'gains', what: `${on}: all records, and not only where ${from}`, verdict: 'safe' };
  const what =
    from === to
      ? `${on}: the code of its condition (for some user still ${to})`
      : `${on}: where ${to}, and not where ${from}`;
  return { change: 'changes', what, verdict: 'review' };
}
