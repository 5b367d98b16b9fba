import { newId } from '@bindery/backend/database/id.ts';
import { dynamicDefault } from '@bindery/contract/records/resources/defaults.ts';
import { fitComparisons } from '@bindery/contract/records/rows/fit-comparisons.ts';
import { fieldApplies } from '@bindery/contract/records/rows/matches.ts';
import type { Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import { isSignInField } from '@bindery/contract/schema/users.ts';
import { CommandError } from '#tools/resource-commands/command.ts';
import type { MadeFiles } from './make-files.ts';
import { makeValue } from './make-value.ts';
import { createRandom, type Random } from './random.ts';

/** A generated record: its values as JSON by field. */
export interface MadeRecord {
  readonly id: string;
  readonly createdAt: Date;
  readonly values: Readonly<Record<string, unknown>>;
}

/** The input for generating records. */
interface Batch {
  readonly resource: Resource;
  /** The number of the first record; the same number gives the same values. */
  readonly first: number;
  readonly count: number;
  readonly seed: string;
  readonly isNasty: boolean;
  /** The day before which the records were created. */
  readonly until: Date;
  /** The ids of the existing records, by resource. */
  readonly ids: ReadonlyMap<string, readonly string[]>;
  /** The files that its fields choose from. */
  readonly files: MadeFiles;
}

const TWO_YEARS_MS = 730 * 86_400_000;
/** How often an optional field is empty. */
const EMPTY = 0.15;

/**
 * Generates records that follow the rules of their fields. The database checks the rules among records, such
 * as unique rules.
 */
export function makeRecords(batch: Batch): MadeRecord[] {
  const { resource, first, count, seed, until } = batch;
  return Array.from({ length: count }, (_, index) => {
    const number = first + index;
    const random = createRandom(`${seed} ${resource.name} ${number}`);
    const age = random.number.int(TWO_YEARS_MS);
    const createdAt = new Date(until.getTime() - age);
    const made: Record<string, unknown> = {};
    for (const field of Object.values<ResourceField>(resource.fields))
      if (!field.computed) made[field.name] = fieldValue(field, { batch, random, number, createdAt });
    for (const field of Object.values<ResourceField>(resource.fields))
      if (!fieldApplies(resource, field, made)) made[field.name] = null;
    const make = (field: ResourceField) =>
      makeValue({ field, resource: resource.name, random, number, createdAt, isNasty: batch.isNasty });
    const values = fitComparisons(resource, made, { make });
    return { id: newId(), createdAt, values: { ...values, ...accountOf(resource) } };
  });
}

/** Returns the columns that sign-in adds to a user: the account is usable, and has no special permissions. */
const accountOf = ({ managedBy, roles }: Resource): Readonly<Record<string, unknown>> =>
  managedBy === 'auth'
    ? { role: roles.ofNewUsers, emailVerified: true, banned: false, banReason: null, banExpires: null }
    : {};

interface Making {
  readonly batch: Batch;
  readonly random: Random;
  readonly number: number;
  readonly createdAt: Date;
}

function fieldValue(field: ResourceField, { batch, random, number, createdAt }: Making): unknown {
  const { resource, ids, files, isNasty } = batch;
  // The columns of sign-in may not be empty, although the fields may.
  const isOfSignIn = resource.managedBy === 'auth' && isSignInField(field.name);
  const isOfAccount = isOfSignIn && !field.readOnly;
  const isNeeded = field.required || field.isRequiredWhen || isOfAccount;
  if (field.defaultFrom === 'today' || field.defaultFrom === 'now')
    return dynamicDefault(field.defaultFrom, { user: { id: null }, now: createdAt.toISOString() });
  if (!field.to && field.readOnly && field.default !== undefined) return field.default;
  if (!field.to && field.readOnly && !isNeeded && !isOfSignIn) return null;
  if (!isNeeded && random.datatype.boolean(EMPTY)) return field.join ? [] : null;
  if (field.upload) {
    const possible = files.get(field.name) ?? [];
    if (possible.length > 0) return random.helpers.arrayElement(possible);
    return isNeeded ? refuse(field, batch, 'a file that its rules allow') : null;
  }
  if (!field.to) return makeValue({ field, resource: resource.name, random, number, createdAt, isNasty });
  const known = ids.get(field.to) ?? [];
  if (known.length === 0)
    return isNeeded ? refuse(field, batch, `a record of ${field.to}`) : field.join ? [] : null;
  if (!field.join) return random.helpers.arrayElement(known);
  const wanted = Math.max(Number(field.min ?? 1), random.number.int({ min: 1, max: 3 }));
  const chosen = new Set(Array.from({ length: wanted * 3 }, () => random.helpers.arrayElement(known)));
  return [...chosen].slice(0, Math.min(wanted, Number(field.max ?? wanted)));
}

function refuse({ name, to }: ResourceField, { resource }: Batch, what: string): never {
  const help = to
    ? `make some as well: ${to}=100`
    : `write backend/extensions/${resource.name}/seed.ts instead`;
  throw new CommandError(`${resource.name}.${name} needs ${what}; ${help}.`);
}
