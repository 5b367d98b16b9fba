import { inspect } from 'node:util';
import { formerRolesOf } from '@bindery/backend/access/auth/roles-at-start.ts';
import { createRights, rolesOf, type Statements } from '@bindery/contract/records/rights.ts';
import { type AllResources, PUBLIC, type ResourceField, type Role } from '@bindery/contract/schema/index.ts';
import type { RowContext, RowRule } from '@bindery/contract/schema/where.ts';
import type { Change, Verdict } from './change.ts';

/** What happens to a right of a role, and what that means for callers with the role. */
const MEANING = { gains: 'safe', loses: 'breaking', changes: 'review' } as const satisfies Record<
  string,
  Verdict
>;

type Difference = readonly [verb: keyof typeof MEANING, what: string];

/**
 * Compares the permissions: the actions of each role, the fields that it reads and writes, and the records
 * that it is limited to. A loss is breaking for callers with that role.
 */
export function compareRights({ before, after }: { before: AllResources; after: AllResources }): Change[] {
  const [old, now] = [rolesOf(before), rolesOf(after)];
  return [...new Set([...old.names, ...now.names, PUBLIC])].flatMap((role) => {
    const isKnown = (names: readonly Role[]) => role === PUBLIC || names.includes(role);
    const next = formerRolesOf(after).get(role);
    const fate = next === undefined ? `count as ${now.ofNewUsers}` : `become ${next}`;
    const differences: Difference[] = isKnown(now.names)
      ? compareActions(role, rightsOf(before, role, after), rightsOf(after, role))
      : [['loses', `everything: its users ${fate}`]];
    if (old.ofNewUsers !== role && now.ofNewUsers === role) differences.unshift(['gains', 'all new users']);
    if (!isKnown(old.names)) differences.unshift(['gains', 'its existence as a role']);
    return differences.map(
      ([verb, what]): Change => ({
        area: 'rights',
        subject: role,
        what: `${verb} ${what}`,
        verdict: MEANING[verb],
      }),
    );
  });
}

/** A right, and the filter that limits it to some records. */
interface Right {
  readonly action: string;
  /** `on loans`, `of loans.fee` */
  readonly on: string;
  readonly rule?: RowRule | undefined;
  /** The actions on the resource, one of which it needs: without any, a right to a field is not a separate change. */
  readonly needs?: readonly string[];
}

/**
 * Returns the rights of a role, by their names. Resources and fields have the names of the later config, and
 * fields that only one of the two has are omitted: they are changes of the endpoints.
 */
function rightsOf(resources: AllResources, role: Role, later: AllResources = resources): Map<string, Right> {
  const statements: Statements = createRights(resources)[role] ?? {};
  const rights = Object.entries(statements).flatMap(([on, actions]): Right[] => {
    const resource = Object.values(resources).find(({ singular }) => singular === on);
    const now = resource && namedLater(Object.values(later), resource.name);
    const name = now?.name ?? resource?.name ?? on;
    const rules: Readonly<Record<string, RowRule | undefined>> = resource?.where[role] ?? {};
    const own = actions.map((action) => ({ action, on: `on ${name}`, rule: rules[action] }));
    if (!resource || !now || !actions.includes('read')) return own;
    const writes = actions.filter((action) => action === 'create' || action === 'update');
    const ofFields = Object.values<ResourceField>(resource.fields).flatMap((field): Right[] => {
      const same = namedLater(Object.values<ResourceField>(now.fields), field.name);
      if (!same) return [];
      const on = `of ${name}.${same.name}`;
      const isWritten = writes.length > 0 && !field.readOnly && field.writeBy.includes(role);
      return [
        ...(field.readBy.includes(role) ? [{ action: 'read', on, needs: [`read on ${name}`] }] : []),
        ...(isWritten ? [{ action: 'write', on, needs: [`create on ${name}`, `update on ${name}`] }] : []),
      ];
    });
    return [...own, ...ofFields];
  });
  return new Map(rights.map((right) => [`${right.action} ${right.on}`, right]));
}

/** Returns the resource or field that a later config has in the place of one with this name. */
const namedLater = <T extends { readonly name: string; readonly was?: string | undefined }>(
  later: readonly T[],
  name: string,
): T | undefined => later.find((one) => one.name === name) ?? later.find(({ was }) => was === name);

/** Compares the rights of a role. All actions with the same change are one. */
function compareActions(
  role: Role,
  had: ReadonlyMap<string, Right>,
  has: ReadonlyMap<string, Right>,
): Difference[] {
  const changes = [...new Set([...had.keys(), ...has.keys()])].flatMap((key) => {
    const [old, now] = [had.get(key), has.get(key)];
    const { action, on, needs } = (now ?? old)!;
    if (needs && ![had, has].every((rights) => needs.some((need) => rights.has(need)))) return [];
    const difference = compareRules(old, now, role);
    return difference ? [{ action, verb: difference[0], what: on + difference[1] }] : [];
  });
  const groups = Map.groupBy(changes, ({ verb, what }) => `${verb} ${what}`);
  return [...groups.values()].map((same) => {
    const actions = same.map(({ action }) => action).join(', ');
    return [same[0]!.verb, `${actions} ${same[0]!.what}`];
  });
}

/** Compares the records that a right reaches before and after, of which one may be missing. */
function compareRules(old: Right | undefined, now: Right | undefined, role: Role): Difference | undefined {
  const [from, to] = [describeRule(old?.rule, role), describeRule(now?.rule, role)];
  if (!now) return ['loses', ''];
  if (!old) return ['gains', now.rule ? `: only where ${to}` : ''];
  if (from === to && codeOf(old.rule) === codeOf(now.rule)) return undefined;
  if (!old.rule) return ['loses', `: only where ${to}`];
  if (!now.rule) return ['gains', `: all records, and not only where ${from}`];
  if (from !== to) return ['changes', `: where ${to}, and not where ${from}`];
  return ['changes', `: the code of its row filter (for some user still ${to})`];
}

/** Arguments for a row filter: values that no config states, which are shown as their names. */
const STAND_INS = {
  'user.id': '00000000-0000-7000-8000-00000000f00d',
  'user.email': 'somebody-f00d@example.com',
  now: '2001-02-03T04:05:06.007Z',
} as const;

/** The prefix of the stand-in for another field of the user, which only the entry `users` knows. */
const OWN_FIELD = 'own-f00d-';

const contextOf = (role: Role): RowContext => {
  const { now } = STAND_INS;
  const known = { id: STAND_INS['user.id'], email: STAND_INS['user.email'], role };
  const user = new Proxy(known, {
    get: (all, name) => Reflect.get(all, name) ?? (typeof name === 'string' ? OWN_FIELD + name : undefined),
  });
  // A rule of `public` has no user, as its type says.
  return (role === PUBLIC ? { now } : { user, now }) as RowContext;
};

/**
 * Returns a rule's row filter as an entry states it: `{ borrower: user.id }`; without a rule, all records.
 */
function describeRule(rule: RowRule | undefined, role: Role): string {
  if (!rule) return 'all records';
  const text = inspect(rule(contextOf(role)), { depth: null, compact: true, breakLength: Infinity });
  const withOwn = text.replaceAll(new RegExp(`'${OWN_FIELD}(\\w+)'`, 'g'), 'user.$1');
  return Object.entries(STAND_INS).reduce(
    (result, [name, value]) => result.replaceAll(`'${value}'`, name).replaceAll(value, `\${${name}}`),
    withOwn,
  );
}

/** Returns the code of a rule, which may decide by its user, without the white space that removed types leave. */
const codeOf = (rule: RowRule | undefined): string => String(rule).replaceAll(/\s+/g, '');
