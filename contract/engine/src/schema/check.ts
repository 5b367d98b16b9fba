import { checkCircles } from './check-circles.ts';
import { checkComparisons } from './check-comparisons.ts';
import { checkField, checkFieldShape, whyUnsortable } from './check-field.ts';
import { checkUnique } from './check-unique.ts';
import { checkWhen } from './check-when.ts';
import { checkWhere } from './check-where.ts';
import type { CheckedEntry } from './checked-entry.ts';
import type { Entries, Entry } from './entry.ts';
import { type Mistake, type ReportMistake, unknownName } from './error.ts';
import { kindOf, type StatedField, statedField } from './kinds.ts';
import { checkLabel } from './label.ts';
import { MAX_DATABASE_NAME_LENGTH, NAME, NAME_RULE, readable, singularOf, snakeCase } from './names.ts';
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
import { checkShape, ENTRY, reportBelow, SECTION } from './shapes.ts';
import { checkUsers } from './users.ts';

/** The reserved names of fields, each with the reason. */
const RESERVED = [
  [OWN_FIELDS, 'is a field that every record has automatically'],
  [RESERVED_FIELDS, 'is a list parameter, a keyword of filters, or a column of PostgreSQL itself'],
] as const;

/** The length of the longest suffix that a field's name gets in the database. */
const MAX_SUFFIX_LENGTH = '_id_folded'.length;

/** Checks the name of a resource or a field. */
const checkSpelling = (key: string, name: string, reportMistake: ReportMistake) => {
  if (!NAME.test(name)) reportMistake(key, name, NAME_RULE);
  if (snakeCase(name).length > MAX_DATABASE_NAME_LENGTH - MAX_SUFFIX_LENGTH)
    reportMistake(key, name, 'has too many capital letters: each takes one more character in the database');
  if (OBJECT_MEMBERS.includes(name))
    reportMistake(key, name, reservedName('is a name that every JavaScript object has', OBJECT_MEMBERS));
};

const checkName = ({ resource: name, entry, entries, reportMistake }: CheckedEntry) => {
  checkSpelling('name', name, reportMistake);
  if (RESERVED_RESOURCES.includes(name))
    reportMistake('name', name, reservedName('is a name that the product uses', RESERVED_RESOURCES));
  if (/^pg[A-Z]/.test(name)) reportMistake('name', name, 'starts like a table of PostgreSQL');
  const singular = entry.singular ?? singularOf(name);
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
  const { title } = entry;
  const namesake = Object.keys(entries).find(
    (other) => other !== name && (entries[other]?.title ?? readable(other)) === title,
  );
  if (namesake) reportMistake('title', title, `is also the label of ${namesake}, in the menu and everywhere`);
  const { was, managedBy } = entry;
  if (was !== undefined && managedBy === 'auth')
    reportMistake('was', was, 'cannot be: better-auth owns the table of this resource');
  if (snakeCase(name) === 'users' && managedBy !== 'auth')
    reportMistake('managedBy', managedBy, 'must be "auth": better-auth stores the users');
  if (snakeCase(name) !== 'users' && managedBy !== undefined)
    reportMistake('managedBy', managedBy, 'cannot be: better-auth stores only the users');
};

const checkFields = (about: CheckedEntry) => {
  const { entry, reportMistake } = about;
  for (const [name, field] of Object.entries(entry.fields)) {
    checkSpelling(`fields.${name}`, name, reportMistake);
    for (const [reserved, reason] of RESERVED)
      if (reserved.includes(name)) reportMistake(`fields.${name}`, name, reservedName(reason, reserved));
    checkField({ ...about, name, field });
  }
};

const checkRights = ({ entry: { rights }, everybody: known, reportMistake }: CheckedEntry) => {
  for (const [role, allowed = []] of Object.entries(rights)) {
    if (!known.includes(role)) reportMistake(`rights.${role}`, role, unknownName(role, known));
    const unknown = allowed.filter((action) => !actions.includes(action));
    for (const action of unknown) reportMistake(`rights.${role}`, action, unknownName(action, actions));
    // A public form, such as a request, may only create records, which other roles read.
    const onlyAdds = role === PUBLIC && allowed.every((action) => action === 'create');
    // An unknown action may be a misspelt "read".
    if (allowed.length > 0 && unknown.length === 0 && !allowed.includes('read') && !onlyAdds)
      reportMistake(`rights.${role}`, allowed, 'needs "read" as well: pages show what they change');
  }
};

const checkRules = ({ entry, reportMistake }: CheckedEntry) => {
  const names = Object.keys(entry.fields);
  const known = (key: string, name: string, also: readonly string[] = []) => {
    if (![...names, ...also].includes(name)) reportMistake(key, name, unknownName(name, [...names, ...also]));
  };
  if (entry.sort !== undefined) {
    const sorted = entry.sort.replace(/^-/, '');
    known('sort', sorted, ['createdAt']);
    const field = statedField(entry, sorted);
    const unsortable = field && whyUnsortable(kindOf(field));
    if (unsortable) reportMistake('sort', entry.sort, `cannot be: ${unsortable}`);
    const computed = field?.computed;
    if (typeof computed === 'object' && computed !== null && 'from' in computed)
      reportMistake('sort', entry.sort, 'cannot be: a function computes the field');
  }
  const { list = [] } = entry;
  for (const name of list) known('list', name);
  for (const name of new Set(list.filter((name, index) => list.indexOf(name) < index)))
    reportMistake('list', name, 'is in the list twice');
};

const checkEntryShape = (entry: Entry, reportMistake: ReportMistake): boolean =>
  checkShape(ENTRY, entry, reportMistake) &&
  Object.entries(entry.fields).filter(([name, field]) => !checkFieldShape(name, field, reportMistake))
    .length === 0;

/** Finds the mistakes in the entries that the types cannot catch or that bypassed the types. */
export const check = (entries: Entries, roles: Roles = defaultRoles): Mistake[] => {
  const mistakes: Mistake[] = [];
  const everybody = [...roles.names, PUBLIC];
  const reportOf =
    (resource: string): ReportMistake =>
    (key, value, problem) =>
      mistakes.push({ resource, key, value, problem });
  const invalid = Object.entries(entries).filter(
    ([resource, entry]) => !checkEntryShape(entry, reportOf(resource)),
  );
  // Each entry is checked against all others, so all must have valid shapes.
  if (invalid.length > 0) return mistakes;
  for (const [resource, entry] of Object.entries(entries)) {
    const about = { resource, entry, entries, roles, everybody, reportMistake: reportOf(resource) };
    for (const checkOne of CHECKS) checkOne(about);
  }
  checkRenames(entries, (name, was, problem) => reportOf(name)('was', was, problem));
  return [...mistakes, ...checkCircles(entries)];
};

/** Field names that an archive reserves: a column, and a list parameter. */
const TAKEN = ['archivedAt', 'archived'];

/** Checks the archive of an entry. */
const checkArchive = ({ entry, reportMistake }: CheckedEntry): void => {
  const { archive, fields, managedBy } = entry;
  if (!archive) {
    for (const [role, allowed = []] of Object.entries(entry.rights))
      if (allowed.includes('restore'))
        reportMistake(`rights.${role}`, 'restore', 'needs an archive: set archive to true');
    return;
  }
  if (managedBy === 'auth') reportMistake('archive', archive, 'cannot be: better-auth deletes these records');
  for (const name of TAKEN)
    if (Object.hasOwn(fields, name))
      reportMistake(`fields.${name}`, name, 'is reserved for the archive; rename the field');
};

/** Checks the layout of an entry: every writable field is in exactly one section. */
const checkLayout = ({ entry: { layout, fields }, reportMistake }: CheckedEntry): void => {
  if (layout === undefined) return;
  const invalid = layout.filter(
    (section) => !checkShape(SECTION, section, reportBelow('layout', reportMistake)),
  );
  if (invalid.length > 0) return;
  const known = Object.keys(fields);
  const named = new Set<string>();
  const sections = new Set<string>();
  for (const section of layout) {
    if (sections.has(section.name)) reportMistake('layout', section.name, 'is the name of two sections');
    sections.add(section.name);
    for (const name of section.fields) {
      if (!known.includes(name)) reportMistake('layout', name, unknownName(name, known));
      else if (named.has(name)) reportMistake('layout', name, 'is in the layout twice');
      named.add(name);
    }
  }
  for (const [name, field] of Object.entries<StatedField>(fields))
    if (!field.readOnly && field.computed === undefined && !named.has(name))
      reportMistake('layout', name, 'is missing: every writable field needs a place');
};

/** Checks the former names (`was`) of the fields of an entry, or of the resources. */
const checkRenames = (
  stated: Readonly<Record<string, Pick<Entry, 'was'>>>,
  report: (name: string, was: unknown, problem: string) => void,
): void => {
  for (const name of Object.keys(stated)) {
    const was: unknown = stated[name]!.was;
    if (was === undefined) continue;
    const twin = Object.keys(stated).find((other) => other !== name && stated[other]?.was === was);
    if (typeof was !== 'string' || !NAME.test(was)) report(name, was, 'must be a valid name, in camelCase');
    else if (Object.hasOwn(stated, was)) report(name, was, 'is a name that is still in use here');
    else if (twin)
      report(name, was, `is also the former name of ${twin}: only one of them can take over its values`);
  }
};

/** Checks the former names of the fields of an entry. */
const checkFormerFields = ({ entry: { fields }, reportMistake }: CheckedEntry): void => {
  const renamed: Readonly<Record<string, StatedField>> = fields;
  checkRenames(renamed, (name, was, problem) => reportMistake(`fields.${name}.was`, was, problem));
};

/** The checks of an entry, in the order of their mistakes. */
const CHECKS: readonly ((about: CheckedEntry) => void)[] = [
  checkName,
  checkFields,
  checkRights,
  checkUsers,
  checkRules,
  checkArchive,
  checkUnique,
  checkLayout,
  checkWhere,
  checkWhen,
  checkComparisons,
  checkLabel,
  checkFormerFields,
];
