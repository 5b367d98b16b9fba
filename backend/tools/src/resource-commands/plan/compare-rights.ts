import { inspect } from 'node:util';
import { formerRolesOf } from '@bindery/backend/access/auth/roles-at-start.ts';
import { createRights, rolesOf } from '@bindery/contract/records/rights.ts';
import { type AllResources, PUBLIC, type ResourceField, type Role } from '@bindery/contract/schema/index.ts';
import type { RowContext, RowRule } from '@bindery/contract/schema/where.ts';
import { type Change, changesIn, pairsOf } from './change.ts';

const change = changesIn('rights');

/** What happens to a right of a role, and what that means for callers with the role. */
const MEANING = { gains: 'safe', loses: 'breaking', changes: 'review' } as const;

type Difference = readonly [verb: keyof typeof MEANING, what: string];

/**
 * Compares the permissions: the actions of each role, the fields that it reads and writes, and the records
 * that it is limited to. A loss is breaking for callers with that role.
 */
export function compareRights({ before, after }: { before: AllResources; after: AllResources }): Change[] {
  const [old, now] = [rolesOf(before), rolesOf(after)];
  return [...new Set([...old.names, ...now.names, PUBLIC])].flatMap((role) => {
    const [wasKnown, isKnown] = [old, now].map(({ names }) => role === PUBLIC || names.includes(role));
    const next = formerRolesOf(after).get(role);
    const fate = next === undefined ? `count as ${now.ofNewUsers}` : `become ${next}`;
    const differences: Difference[] = [
      ...(wasKnown ? [] : [['gains', 'its existence as a role'] as const]),
      ...(old.ofNewUsers !== role && now.ofNewUsers === role ? [['gains', 'all new users'] as const] : []),
      ...(isKnown
        ? compareRole(role, rightsOf(before, role, after), rightsOf(after, role, after))
        : [['loses', `everything: its users ${fate}`] as const]),
    ];
    return differences.map(([verb, what]) => change(MEANING[verb], role, `${verb} ${what}`));
  });
}

/** The rule of a right that reaches all records. */
const ALL: RowRule = () => ({});

/**
 * Rights with the rule that limits each to some records, by names such as `read on loans`, `write of
 * loans.fee`.
 */
type RightsOfRole = ReadonlyMap<string, RowRule>;

/**
 * Returns the rights of a role. Resources and fields have the names of the later config, and fields that it
 * lacks are omitted: they are changes of the endpoints.
 */
function rightsOf(resources: AllResources, role: Role, later: AllResources): RightsOfRole {
  const rights = new Map<string, RowRule>();
  for (const [on, actions] of Object.entries(createRights(resources)[role] ?? {})) {
    const resource = Object.values(resources).find(({ singular }) => singular === on);
    const now = resource && namedLater(Object.values(later), resource.name);
    const name = now?.name ?? resource?.name ?? on;
    const rules: Readonly<Record<string, RowRule | undefined>> = resource?.where[role] ?? {};
    for (const action of actions) rights.set(`${action} on ${name}`, rules[action] ?? ALL);
    if (!now || !actions.includes('read')) continue;
    for (const field of Object.values<ResourceField>(resource.fields)) {
      const same = namedLater(Object.values<ResourceField>(now.fields), field.name);
      const isWritten = !field.readOnly && field.writeBy.includes(role);
      if (same && field.readBy.includes(role)) rights.set(`read of ${name}.${same.name}`, ALL);
      if (same && isWritten) rights.set(`write of ${name}.${same.name}`, ALL);
    }
  }
  return rights;
}

/** Returns the resource or field that a later config has in the place of one with this name. */
const namedLater = <T extends { readonly name: string; readonly was?: string | undefined }>(
  later: readonly T[],
  name: string,
): T | undefined => later.find((one) => one.name === name) ?? later.find(({ was }) => was === name);

/** The rights to a resource of which a right to its fields needs one. */
const NEEDED = { read: ['read'], write: ['create', 'update'] };

/** Returns whether a role has what a right needs; if it had or has not, the right is no change of its own. */
function isUsable(key: string, rights: RightsOfRole): boolean {
  const [, action, resource] = /^(read|write) of (\w+)\./.exec(key) ?? [];
  return !action || NEEDED[action as 'read' | 'write'].some((one) => rights.has(`${one} on ${resource}`));
}

/** Compares the rights of a role. All actions with the same change are one. */
function compareRole(role: Role, had: RightsOfRole, has: RightsOfRole): Difference[] {
  const changes = pairsOf(had, has).flatMap(([key, was, is]) => {
    const difference = isUsable(key, had) && isUsable(key, has) && compareRules(was, is, role);
    const [, action, on] = /^(\S+) (.+)/.exec(key)!;
    return difference ? [{ action, verb: difference[0], what: on + difference[1] }] : [];
  });
  const groups = Map.groupBy(changes, ({ verb, what }) => `${verb} ${what}`);
  return [...groups.values()].map((same) => {
    const [{ verb, what }] = same as [(typeof changes)[number]];
    return [verb, `${same.map(({ action }) => action).join(', ')} ${what}`];
  });
}

/** Compares the records that a right reaches before and after. */
function compareRules(was: RowRule | undefined, is: RowRule | undefined, role: Role): Difference | undefined {
  if (!is) return ['loses', ''];
  const [from, to] = [was ?? ALL, is].map((rule) => describeRule(rule, role));
  if (!was) return ['gains', is === ALL ? '' : `: only where ${to}`];
  if (from === to && codeOf(was) === codeOf(is)) return undefined;
  if (was === ALL) return ['loses', `: only where ${to}`];
  if (is === ALL) return ['gains', `: all records, and not only where ${from}`];
  if (from !== to) return ['changes', `: where ${to}, and not where ${from}`];
  return ['changes', `: the code of its row filter (for some user still ${to})`];
}

/** The time that a rule gets, which is shown as `now`. A rule may compute with it. */
const NOW = '2001-02-03T04:05:06.007Z';

/** Returns the filter of a rule as an entry states it: `{ borrower: user.id }`. */
function describeRule(rule: RowRule, role: Role): string {
  // Each field of the user is a text that contains its name, since no config states its value.
  const fields = {
    get: (_: object, name: unknown) => (name === 'role' ? role : `${String(name)}@user.f00d`),
  };
  // A rule of `public` has no user, as its type says.
  const context = { now: NOW, ...(role !== PUBLIC && { user: new Proxy({}, fields) }) } as RowContext;
  return inspect(rule(context), { depth: null, compact: true, breakLength: Infinity })
    .replaceAll(NOW, `\${now}`)
    .replaceAll(/(\w+)@user\.f00d/g, `\${user.$1}`)
    .replaceAll(/'\$\{([\w.]+)\}'/g, '$1');
}

/**
 * Returns the code of a rule, which may decide by its user, without the white space that removed types leave.
 */
const codeOf = (rule: RowRule): string => String(rule).replaceAll(/\s+/g, '');
