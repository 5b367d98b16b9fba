import { checkFieldRenames, checkResourceRenames } from './check-renames.ts';
import { checkField } from './checkField.ts';
import type { Entries, Entry } from './entry.ts';
import { type Complain, type Mistake, unknownName } from './error.ts';
import { singularOf, snakeCase } from './names.ts';
import { actions, roles } from './rights.ts';

const NAME = /^[a-z][a-zA-Z0-9]{0,39}$/;
const NAME_RULE = 'must be camelCase: a small letter, then letters and digits, 40 at most';

/** Names that an address of the product or a table of sign-in already has. */
const TAKEN = [
  ...['account', 'accounts', 'app', 'auth', 'codeBudgets', 'dashboard', 'docs', 'fn', 'health', 'history'],
  ...['init', 'invitations', 'login', 'manager', 'members', 'migrations', 'openapi', 'organizations'],
  ...['outbox', 'rateLimits', 'sessions', 'teamMembers', 'teams', 'verifications'],
];
/** Fields that every record has of its own accord. */
const OWN_FIELDS = ['id', 'createdAt', 'updatedAt'];

const ENTRY_KEYS: readonly string[] = Object.keys({
  fields: true,
  rights: true,
  group: true,
  singular: true,
  label: true,
  unique: true,
  sort: true,
  list: true,
  keptBy: true,
  was: true,
} satisfies Record<keyof Entry, true>);

const checkName = (entries: Entries, name: string, complain: Complain) => {
  if (!NAME.test(name)) complain('name', name, NAME_RULE);
  if (TAKEN.includes(name)) complain('name', name, 'is a name that the product itself uses');
  const singular = entries[name]?.singular ?? singularOf(name);
  const twin = Object.keys(entries).find(
    (other) => other < name && (entries[other]?.singular ?? singularOf(other)) === singular,
  );
  if (twin) complain('singular', singular, `is also the singular of ${twin}`);
  if (snakeCase(name) === 'users' && entries[name]?.keptBy !== 'auth')
    complain('keptBy', entries[name]?.keptBy, 'must be "auth": sign-in keeps the users');
};

const checkRights = ({ rights = {} }: Entry, complain: Complain) => {
  for (const [role, allowed] of Object.entries(rights)) {
    if (!roles.includes(role as never)) complain(`rights.${role}`, role, unknownName(role, roles));
    for (const action of allowed)
      if (!actions.includes(action)) complain(`rights.${role}`, action, unknownName(action, actions));
    if (allowed.length > 0 && !allowed.includes('read'))
      complain(`rights.${role}`, allowed, 'needs "read" as well: pages show what they change');
  }
};

const checkRules = (entry: Entry, complain: Complain) => {
  const names = Object.keys(entry.fields);
  const known = (key: string, name: string, also: readonly string[] = []) => {
    if (![...names, ...also].includes(name)) complain(key, name, unknownName(name, [...names, ...also]));
  };
  if (entry.label !== undefined) known('label', entry.label);
  if (entry.sort !== undefined) known('sort', entry.sort.replace(/^-/, ''), ['createdAt']);
  for (const name of entry.list ?? []) known('list', name);
  for (const rule of entry.unique ?? []) {
    if (rule.fields.length === 0) complain('unique', rule, 'must name at least one field');
    for (const name of rule.fields) known('unique', name);
    if (rule.reportOn !== undefined && !rule.fields.includes(rule.reportOn))
      complain('unique.reportOn', rule.reportOn, unknownName(rule.reportOn, rule.fields));
  }
};

/** Everything about the entries that the types cannot catch, or that came past them. */
export const check = (entries: Entries): Mistake[] => {
  const mistakes: Mistake[] = [];
  for (const [resource, entry] of Object.entries(entries)) {
    const complain: Complain = (key, value, problem) => mistakes.push({ resource, key, value, problem });
    checkName(entries, resource, complain);
    for (const key of Object.keys(entry))
      if (!ENTRY_KEYS.includes(key)) complain(key, key, unknownName(key, ENTRY_KEYS));
    const fields = Object.entries(entry.fields ?? {});
    if (fields.length === 0) {
      complain('fields', entry.fields, 'must name at least one field');
      continue;
    }
    for (const [name, field] of fields) {
      if (!NAME.test(name)) complain(`fields.${name}`, name, NAME_RULE);
      if (OWN_FIELDS.includes(name))
        complain(`fields.${name}`, name, 'is a field that every record has anyway');
      checkField({ name, field, entry, entries, complain });
    }
    checkRights(entry, complain);
    checkRules(entry, complain);
    checkFieldRenames(entry, complain);
  }
  mistakes.push(...checkResourceRenames(entries));
  return mistakes;
};
