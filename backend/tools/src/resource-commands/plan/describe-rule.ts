import { PUBLIC, type Role } from '@bindery/contract/schema/index.ts';
import type { RowContext, RowRule } from '@bindery/contract/schema/where.ts';

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
export function describeRule(rule: RowRule | undefined, role: Role): string {
  if (!rule) return 'all records';
  const text = inCode(rule(contextOf(role)));
  const withOwn = text.replaceAll(new RegExp(`"${OWN_FIELD}(\\w+)"`, 'g'), 'user.$1');
  return Object.entries(STAND_INS).reduce(
    (result, [name, value]) =>
      result.replaceAll(JSON.stringify(value), name).replaceAll(value, `\${${name}}`),
    withOwn,
  );
}

/**
 * Returns whether two rules are the same: their row filters for a sample user, and their code, because a rule
 * may decide by its user. White space in the code does not count, because removed types leave some behind.
 */
export function isSameRule(a: RowRule | undefined, b: RowRule | undefined, role: Role): boolean {
  if (!a || !b) return a === b;
  const code = (rule: RowRule) => rule.toString().replaceAll(/\s+/g, '');
  return code(a) === code(b) && describeRule(a, role) === describeRule(b, role);
}

/** Returns a value as code, with quotes around keys only where necessary. */
function inCode(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inCode).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, part]) => {
    const key = /^[a-z_$][\w$]*$/i.test(name) ? name : JSON.stringify(name);
    return `${key}: ${inCode(part)}`;
  });
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
