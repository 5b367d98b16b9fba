import type { CheckedEntry } from './checked-entry.ts';
import type { Entries, Entry } from './entry.ts';
import { unknownName } from './error.ts';
import { clockOf, isDynamicDefault } from './fields/dynamic-default.ts';
import { columnTypeOf, kindOf, type StatedField, statedField } from './kinds.ts';
import { withArticle } from './names.ts';
import { actions } from './rights.ts';
import { PUBLIC } from './roles.ts';
import { isRowUserField, SAMPLE_USER, sampleUserValue } from './users.ts';
import {
  combinators,
  isObject,
  isOperator,
  type RowContext,
  type RowRules,
  type RowUser,
  rowOperators,
} from './where.ts';

/** The maximum number of references that a row filter follows in a row. */
const MAX_STEPS = 4;

/** Returns the context that the start runs a row filter with: a user who has every field. */
const sampleContext = (role: string, { users }: Entries): RowContext => {
  const now = '2027-01-31T12:00:00.000Z';
  const fields = Object.entries(users?.fields ?? {}).filter(([name, field]) => isRowUserField(name, field));
  const own = Object.fromEntries(fields.map(([name, field]) => [name, sampleUserValue(field)]));
  const user = { ...SAMPLE_USER, role, ...own };
  return (role === PUBLIC ? { now } : { user: withoutUnknown(user), now }) as RowContext;
};

/** Returns a user whose unknown fields throw instead of being undefined. */
const withoutUnknown = (user: object): object =>
  new Proxy(user, {
    get: (known, name) => {
      if (typeof name === 'string' && !(name in known))
        throw new Error(`user.${name}: ${JSON.stringify(name)} ${unknownName(name, Object.keys(known))}`);
      return Reflect.get(known, name);
    },
  });

const isRule = (value: unknown): value is (context: RowContext) => unknown => typeof value === 'function';

/** Returns whether a role's row filter fixes the value of a field in new records: the server sets it. */
export function isFixedByRows(
  { where = {} }: Entry,
  { entries, role, name }: { entries: Entries; role: string; name: string },
): boolean {
  const stated: unknown = where[role];
  const rule = isObject(stated) ? stated.create : stated;
  return isRule(rule) && fixedFields(rule, sampleContext(role, entries)).includes(name);
}

/** A user who has every field; the values do not matter here. */
const ANY_USER: RowUser = new Proxy({ id: '', email: '', role: '' }, { get: () => '' });

function comparedWithOne(filter: unknown): string[] {
  if (typeof filter !== 'object' || filter === null) return [];
  return Object.entries(filter).flatMap(([name, value]) => {
    if (name === 'and' && Array.isArray(value)) return value.flatMap(comparedWithOne);
    return value === undefined || value === null || typeof value === 'object' ? [] : [name];
  });
}

/** Returns the names of the fields that a row filter compares with one value each. */
export function fixedFields(rule: (context: RowContext) => unknown, context: RowContext): string[] {
  try {
    return comparedWithOne(rule(context));
  } catch {
    // Reported with the other mistakes of the entry.
    return [];
  }
}

/** Returns the fields that the row filters of every role with limited reading fix, such as the tenant's. */
export function tenantFields({ where = {}, fields }: Entry): string[] {
  const context = { user: ANY_USER, now: new Date(0).toISOString() };
  const rules = Object.values<RowRules | undefined>(where).flatMap((stated) => {
    const rule = typeof stated === 'function' ? stated : stated?.read;
    return typeof rule === 'function' ? [fixedFields(rule, context)] : [];
  });
  const [first = [], ...others] = rules;
  return first.filter((name) => Object.hasOwn(fields, name) && others.every((names) => names.includes(name)));
}

/** Checks the row filters of an entry: what they return for a user of each role. */
export const checkWhere = (about: CheckedEntry): void => {
  const { entry, entries, everybody: known, reportMistake } = about;
  const { where = {}, rights, archive } = entry;
  for (const [role, stated] of Object.entries<unknown>(where)) {
    const key = `where.${role}`;
    if (!known.includes(role)) reportMistake(key, role, unknownName(role, known));
    else if (isRule(stated)) checkRule(key, stated, role);
    else if (!isObject(stated)) reportMistake(key, stated, 'must be a function, or one for some actions');
    else
      for (const [action, rule] of Object.entries(stated)) {
        if (!actions.some((one) => one === action))
          reportMistake(`${key}.${action}`, action, unknownName(action, actions));
        else if (action === 'restore' && !archive)
          reportMistake(`${key}.${action}`, action, 'needs "archive: true"');
        else if (!isRule(rule)) reportMistake(`${key}.${action}`, rule, 'must be a function');
        else checkRule(`${key}.${action}`, rule, role);
      }
  }

  function checkRule(key: string, rule: (context: RowContext) => unknown, role: string) {
    try {
      const filter = rule(sampleContext(role, entries));
      const isOfNew = key.endsWith('.create') || (isRule(where[role]) && rights[role]?.includes('create'));
      if (isOfNew && isObject(filter) && Object.hasOwn(filter, 'id'))
        reportMistake(
          `${key}.id`,
          filter.id,
          'cannot be in a filter on new records, because their id is not known yet',
        );
      checkRowFilter({ ...about, key }, filter);
    } catch (error) {
      const reason = error instanceof Error ? error.message : error;
      const actor = role === PUBLIC ? 'a caller without a session, who is no user' : 'a user of the role';
      reportMistake(key, rule, `throws for ${actor}: ${reason}`);
    }
  }
};

/** The id of the record itself, which is compared like a reference but leads nowhere. */
const ID: StatedField = { kind: 'reference' };

/** A row filter on the records of an entry. */
interface Checked extends Pick<CheckedEntry, 'entries' | 'entry' | 'reportMistake'> {
  readonly key: string;
  /** The number of references that lead to the entry from the one with the filter; 0 by default. */
  readonly steps?: number;
  /** Whether `now` and `today` are allowed; a function that returns a filter gets the timestamp instead. */
  readonly readsClock?: boolean;
}

/** Checks a row filter of an entry. */
export function checkRowFilter(about: Checked, filter: unknown): void {
  const { entry, key, reportMistake } = about;
  if (!isObject(filter)) {
    reportMistake(key, filter, 'must return a filter, such as { borrower: user.id }');
    return;
  }
  // It has no fields of its own, so it would match every record.
  if (filter instanceof Promise) {
    filter.catch(() => {});
    reportMistake(key, filter, 'is a promise: a row filter cannot be asynchronous');
    return;
  }
  for (const [name, operand] of Object.entries(filter)) {
    const at = { ...about, key: `${key}.${name}` };
    if (name === 'not') checkRowFilter(at, operand);
    else if (name === 'and' || name === 'or') {
      if (!Array.isArray(operand)) reportMistake(at.key, operand, 'must be a list of filters');
      else for (const part of operand) checkRowFilter(at, part);
    } else if (name === 'id') checkOperand(at, { field: ID, operand });
    else {
      const field = statedField(entry, name);
      if (field) checkOperand(at, { field, operand });
      else reportMistake(at.key, name, unknownName(name, [...Object.keys(entry.fields), ...combinators]));
    }
  }
}

function checkOperand(about: Checked, { field, operand }: { field: StatedField; operand: unknown }): void {
  const { key, reportMistake } = about;
  const kind = kindOf(field);
  if (kind.join) {
    checkSome(about, { field, operand });
    return;
  }
  if (field.computed !== undefined) {
    reportMistake(key, operand, 'cannot be part of a filter: it is computed');
    return;
  }
  if (isDynamicDefault(operand)) checkValues(key, operand);
  else if (isObject(operand) && Object.keys(operand).every(isOperator)) {
    for (const [name, value] of Object.entries(operand)) {
      if (name !== 'in' && name !== 'ne' && !kind.operators.includes('gt'))
        reportMistake(`${key}.${name}`, name, `cannot be: ${withArticle(field.kind)} has no order`);
      checkValues(`${key}.${name}`, value);
    }
  } else if (!isObject(operand)) checkValues(key, operand);
  else if (field.to === undefined) {
    const unknown = Object.keys(operand).find((name) => !isOperator(name))!;
    reportMistake(`${key}.${unknown}`, unknown, unknownName(unknown, rowOperators));
  } else checkTarget(about, { field, operand });

  function checkValues(at: string, values: unknown) {
    for (const value of [values].flat())
      if (isDynamicDefault(value)) {
        const problem = about.readsClock ? unfitClock(field, value) : NO_CLOCK;
        if (problem) reportMistake(at, value, problem);
      } else if (!isValue(field, value)) {
        const problem = field.values
          ? unknownName(String(value), field.values)
          : `is not a value of ${withArticle(field.kind)}`;
        reportMistake(at, value, problem);
      }
  }
}

/** Checks a filter on one of several referenced records. */
function checkSome(about: Checked, { field, operand }: { field: StatedField; operand: unknown }): void {
  const { key, reportMistake } = about;
  if (!isObject(operand) || Object.keys(operand).join() !== 'some') {
    reportMistake(key, operand, 'must describe one of its records, such as { some: { name: "Poetry" } }');
    return;
  }
  const { some } = operand;
  const at = { ...about, key: `${key}.some` };
  if (isObject(some)) checkTarget(at, { field, operand: some });
  else if (![some].flat().every((id) => typeof id === 'string'))
    reportMistake(at.key, some, 'must be an id, several ids, or a filter');
}

/** Checks a filter on the record that a field refers to. */
function checkTarget(about: Checked, { field, operand }: { field: StatedField; operand: unknown }): void {
  const { entries, key, steps = 0, reportMistake } = about;
  const entry = entries[field.to ?? ''];
  if (steps === MAX_STEPS)
    reportMistake(key, operand, `leads too far: a filter follows at most ${MAX_STEPS} references`);
  // A reference to no resource is reported at its field.
  else if (entry) checkRowFilter({ ...about, entry, steps: steps + 1 }, operand);
}

const NO_CLOCK = 'cannot be here: a function of "where" receives the user and "now"';

/** Returns why a field cannot be compared with a value of the clock; undefined if it can. */
const unfitClock = (field: StatedField, value: unknown): string | undefined => {
  const clocks = (kindOf(field).defaultSources ?? []).filter((from) => clockOf({ from }));
  if (clocks.some((clock) => clock === clockOf(value))) return undefined;
  return `is not a value of ${withArticle(field.kind)}${clocks.length > 0 ? `; available: ${clocks.join(', ')}` : ''}`;
};

const TYPES: Readonly<Record<string, readonly string[]>> = {
  integer: ['number'],
  bigint: ['number'],
  decimal: ['number', 'string'],
  boolean: ['boolean'],
};

/** Returns whether a value has the type of a field; null is the value of an empty field. */
const isValue = ({ kind, values }: StatedField, value: unknown): boolean => {
  if (value === null) return true;
  if (values) return values.includes(value as string);
  const type = columnTypeOf({ kind });
  if (type === 'date' || type === 'datetime')
    return typeof value === 'string' && !Number.isNaN(Date.parse(value));
  if (type === 'decimal' && typeof value === 'string') return /^[+-]?\d+(\.\d+)?$/.test(value);
  return (
    (TYPES[type] ?? ['string']).includes(typeof value) &&
    (typeof value !== 'number' || Number.isFinite(value))
  );
};
