import { checkCircles } from './check-circles.ts';
import { checkComparisons } from './check-comparisons.ts';
import { checkField } from './check-field.ts';
import { checkLayout } from './check-layout.ts';
import { checkFieldRenames, checkResourceRenames } from './check-renames.ts';
import { checkShape } from './check-shape.ts';
import { checkUnique } from './check-unique.ts';
import { checkUsers } from './check-users.ts';
import { checkWhen } from './check-when.ts';
import { checkWhere } from './check-where.ts';
import type { Entries, Entry } from './entry.ts';
import { type Mistake, type ReportMistake, unknownName } from './error.ts';
import type { CommonOptions } from './fields/field.ts';
import { fieldKind, isKindName } from './kinds.ts';
import { checkLabel } from './label.ts';
import { LONGEST_DATABASE_NAME, singularOf, snakeCase } from './names.ts';
import {
  OBJECT_MEMBERS,
  OWN_FIELDS,
  RESERVED_FIELDS,
  RESERVED_RESOURCES,
  RESERVED_SINGULARS,
  reservedName,
} from './reserved-names.ts';
import { actions } from './rights.ts';
import { defaultRoles, PUBLIC, type Roles } from './roles.ts';

const NAME = /^[a-z][a-zA-Z0-9]{0,39}$/;
const NAME_RULE = 'must be camelCase: a small letter, then letters and digits, 40 at most';

const ENTRY_KEYS: readonly string[] = Object.keys({
  fields: true,
  rights: true,
  where: true,
  title: true,
  singularTitle: true,
  description: true,
  icon: true,
  group: true,
  singular: true,
  label: true,
  unique: true,
  sort: true,
  list: true,
  layout: true,
  managedBy: true,
  dashboard: true,
  archive: true,
  was: true,
} satisfies Record<keyof Entry, true>);

/** The length of the longest suffix that a field's name gets in the database. */
const LONGEST_ENDING = '_id_folded'.length;

/** Checks the name of a resource or a field. */
const checkSpelling = (key: string, name: string, reportMistake: ReportMistake) => {
  if (!NAME.test(name)) reportMistake(key, name, NAME_RULE);
  if (snakeCase(name).length > LONGEST_DATABASE_NAME - LONGEST_ENDING)
    reportMistake(key, name, 'has too many capital letters: each takes one more character in the database');
  if (OBJECT_MEMBERS.includes(name))
    reportMistake(key, name, reservedName('is a name that every JavaScript object has', OBJECT_MEMBERS));
};

const checkName = (entries: Entries, name: string, reportMistake: ReportMistake) => {
  checkSpelling('name', name, reportMistake);
  if (RESERVED_RESOURCES.includes(name))
    reportMistake('name', name, reservedName('is a name that the product uses', RESERVED_RESOURCES));
  if (/^pg[A-Z]/.test(name)) reportMistake('name', name, 'starts like a table of PostgreSQL');
  const singular = entries[name]?.singular ?? singularOf(name);
  if (RESERVED_SINGULARS.includes(singular) && !RESERVED_RESOURCES.includes(name))
    reportMistake(
      'singular',
      singular,
      reservedName('is a name in the rights of better-auth', RESERVED_SINGULARS),
    );
  const twin = Object.keys(entries).find(
    (other) => other < name && (entries[other]?.singular ?? singularOf(other)) === singular,
  );
  if (twin) reportMistake('singular', singular, `is also the singular of ${twin}`);
  if (snakeCase(name) === 'users' && entries[name]?.managedBy !== 'auth')
    reportMistake('managedBy', entries[name]?.managedBy, 'must be "auth": better-auth stores the users');
};

const checkRights = (
  { rights }: Partial<Entry>,
  { roles, reportMistake }: { roles: Roles; reportMistake: ReportMistake },
) => {
  const known = [...roles.names, PUBLIC];
  if (!rights)
    reportMistake(
      'rights',
      rights,
      'is missing: define who may do what, such as { admin: ["read", "create"] }',
    );
  for (const [role, allowed] of Object.entries(rights ?? {})) {
    if (!known.includes(role)) reportMistake(`rights.${role}`, role, unknownName(role, known));
    if (!Array.isArray(allowed)) {
      reportMistake(`rights.${role}`, allowed, 'must be a list of actions');
      continue;
    }
    for (const action of allowed)
      if (!actions.includes(action)) reportMistake(`rights.${role}`, action, unknownName(action, actions));
    // A public form, such as a request, may only create records, which other roles read.
    const onlyAdds = role === PUBLIC && allowed.every((action) => action === 'create');
    if (allowed.length > 0 && !allowed.includes('read') && !onlyAdds)
      reportMistake(`rights.${role}`, allowed, 'needs "read" as well: pages show what they change');
  }
};

const checkRules = (entry: Entry, reportMistake: ReportMistake) => {
  const names = Object.keys(entry.fields);
  const known = (key: string, name: string, also: readonly string[] = []) => {
    if (![...names, ...also].includes(name)) reportMistake(key, name, unknownName(name, [...names, ...also]));
  };
  if (entry.sort !== undefined) {
    const sorted = entry.sort.replace(/^-/, '');
    known('sort', sorted, ['createdAt']);
    const kind = Object.hasOwn(entry.fields, sorted) ? entry.fields[sorted]?.kind : undefined;
    if (isKindName(kind) && fieldKind(kind).join)
      reportMistake('sort', entry.sort, 'cannot be: records have several of these values');
    const { computed } = (entry.fields[sorted] ?? {}) as CommonOptions;
    if (typeof computed === 'object' && computed !== null && 'from' in computed)
      reportMistake('sort', entry.sort, 'cannot be: a function computes the field');
  }
  for (const name of entry.list ?? []) known('list', name);
};

/** Finds the mistakes in the entries that the types cannot catch or that bypassed the types. */
export const check = (entries: Entries, roles: Roles = defaultRoles): Mistake[] => {
  const mistakes: Mistake[] = [];
  const reportOf =
    (resource: string): ReportMistake =>
    (key, value, problem) =>
      mistakes.push({ resource, key, value, problem });
  for (const [resource, entry] of Object.entries(entries))
    if (typeof entry !== 'object' || entry === null)
      reportOf(resource)('fields', entry, 'must be an entry with fields and rights');
    else checkShape(entry, reportOf(resource));
  // Each entry is checked against all others, so all must have valid shapes.
  if (mistakes.length > 0) return mistakes;
  for (const [resource, entry] of Object.entries(entries)) {
    const reportMistake = reportOf(resource);
    checkName(entries, resource, reportMistake);
    for (const key of Object.keys(entry))
      if (!ENTRY_KEYS.includes(key)) reportMistake(key, key, unknownName(key, ENTRY_KEYS));
    const fields = Object.entries(entry.fields ?? {});
    if (fields.length === 0) {
      reportMistake('fields', entry.fields, 'must name at least one field');
      continue;
    }
    for (const [name, field] of fields) {
      checkSpelling(`fields.${name}`, name, reportMistake);
      if (OWN_FIELDS.includes(name))
        reportMistake(
          `fields.${name}`,
          name,
          reservedName('is a field that every record has automatically', OWN_FIELDS),
        );
      if (RESERVED_FIELDS.includes(name))
        reportMistake(
          `fields.${name}`,
          name,
          reservedName(
            'is a list parameter, a keyword of filters, or a column of PostgreSQL itself',
            RESERVED_FIELDS,
          ),
        );
      checkField({ name, resource, field, entry, entries, roles, reportMistake });
    }
    checkRights(entry, { roles, reportMistake });
    if (entry.managedBy === 'auth') checkUsers(entry, { roles, reportMistake });
    checkRules(entry, reportMistake);
    checkArchive(entry, reportMistake);
    checkUnique(entry, reportMistake);
    checkLayout(entry, reportMistake);
    checkWhere(resource, { entries, roles, reportMistake });
    checkWhen(entry, { roles, reportMistake });
    checkComparisons({ entry, roles, reportMistake });
    checkLabel(entries, resource, reportMistake);
    checkFieldRenames(entry, reportMistake);
  }
  mistakes.push(...checkResourceRenames(entries), ...checkCircles(entries));
  return mistakes;
};

/** Field names that an archive reserves: a column, and a list parameter. */
const TAKEN = ['archivedAt', 'archived'];

/** Checks the archive of an entry. */
const checkArchive = (entry: Entry, reportMistake: ReportMistake): void => {
  const { archive, fields, managedBy } = entry;
  if (!archive)
    for (const [role, allowed] of Object.entries(entry.rights ?? {}))
      if (Array.isArray(allowed) && allowed.includes('restore'))
        reportMistake(`rights.${role}`, 'restore', 'needs an archive: set archive to true');
  if (archive === undefined) return;
  if (typeof archive !== 'boolean') {
    reportMistake('archive', archive, 'must be true or false');
    return;
  }
  if (!archive) return;
  if (managedBy === 'auth') reportMistake('archive', archive, 'cannot be: better-auth deletes these records');
  for (const name of TAKEN)
    if (Object.hasOwn(fields, name))
      reportMistake(`fields.${name}`, name, 'is reserved for the archive; rename the field');
};
