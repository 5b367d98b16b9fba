import { newId } from '@bindery/backend/database/id.ts';
import { textMatching } from '@bindery/backend/testing/matching-texts.ts';
import { dynamicDefault } from '@bindery/contract/records/resources/defaults.ts';
import { fitComparisons } from '@bindery/contract/records/rows/fit-comparisons.ts';
import { fieldApplies } from '@bindery/contract/records/rows/matches.ts';
import { DAY_LENGTH, DAY_MS } from '@bindery/contract/schema/fields/date.ts';
import { fieldKind, type Resource, type ResourceField } from '@bindery/contract/schema/index.ts';
import { isSignInField } from '@bindery/contract/schema/users.ts';
import fc from 'fast-check';
import { z } from 'zod';
import { CommandError } from '#tools/resource-commands/command.ts';
import type { MadeFiles } from './make-files.ts';
import { createRandom, makeText, personName, type Random, sentences } from './make-text.ts';

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

const TWO_YEARS_MS = 730 * DAY_MS;
/** How often an optional field is empty. */
const EMPTY = 0.15;

/** Generates records that follow their fields' rules. The database checks rules among them: uniqueness. */
export function makeRecords(batch: Batch): MadeRecord[] {
  const { resource, first, count, seed, until } = batch;
  return Array.from({ length: count }, (_, index) => {
    const number = first + index;
    const random = createRandom(`${seed} ${resource.name} ${number}`);
    const age = random.number.int(TWO_YEARS_MS);
    const createdAt = new Date(until.getTime() - age);
    const making = { batch, random, number, createdAt };
    const made: Record<string, unknown> = {};
    for (const field of Object.values<ResourceField>(resource.fields))
      if (!field.computed) made[field.name] = fieldValue(field, making);
    for (const field of Object.values<ResourceField>(resource.fields))
      if (!fieldApplies(resource, field, made)) made[field.name] = null;
    const values = fitComparisons(resource, made, { make: (field) => makeValue(field, making) });
    return { id: newId(), createdAt, values: { ...values, ...accountOf(resource) } };
  });
}

/** Returns the columns that sign-in adds to a user: the account is usable, and has no special permissions. */
const accountOf = ({ managedBy, roles }: Resource): Readonly<Record<string, unknown>> =>
  managedBy === 'auth'
    ? { role: roles.ofNewUsers, emailVerified: true, banned: false, banReason: null, banExpires: null }
    : {};

/** The input for generating the values of a record. */
interface Making {
  readonly batch: Batch;
  readonly random: Random;
  /** A different number for each record of a resource, for values that must be unique. */
  readonly number: number;
  readonly createdAt: Date;
}

function fieldValue(field: ResourceField, making: Making): unknown {
  const { batch, random, createdAt } = making;
  const { resource, ids, files } = batch;
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
    return isNeeded ? fail(field, batch, 'a file that its rules allow') : null;
  }
  if (!field.to) return makeValue(field, making);
  const known = ids.get(field.to) ?? [];
  if (known.length === 0)
    return isNeeded ? fail(field, batch, `a record of ${field.to}`) : field.join ? [] : null;
  if (!field.join) return random.helpers.arrayElement(known);
  const wanted = Math.max(Number(field.min ?? 1), random.number.int({ min: 1, max: 3 }));
  const chosen = new Set(Array.from({ length: wanted * 3 }, () => random.helpers.arrayElement(known)));
  return [...chosen].slice(0, Math.min(wanted, Number(field.max ?? wanted)));
}

function fail({ name, to }: ResourceField, { resource }: Batch, what: string): never {
  const help = to
    ? `make some as well: ${to}=100`
    : `write backend/extensions/${resource.name}/seed.ts instead`;
  throw new CommandError(`${resource.name}.${name} needs ${what}; ${help}.`);
}

/** How many texts are tried against the pattern of a field. */
const MAX_TRIES = 20;

const plain = (name: string) =>
  name
    .normalize('NFKD')
    .replaceAll(/[^a-z ]/gi, '')
    .trim()
    .replaceAll(' ', '.')
    .toLowerCase();

/** Texts that test how pages and files handle unusual input: width, direction, markup, formulas, order. */
const NASTY: readonly string[] = [
  'W'.repeat(255),
  'كتاب قديم عن الطريق إلى البحر',
  'שלום and العربية in one line',
  '👩‍👩‍👧‍👦🏴‍☠️ 🇰🇪',
  'Z̸̢͗a̶͚̓l̷͎̈g̵̱̀o̸͖͝',
  'Ángström ﬁnd İstanbul straße',
  '<script>alert(1)</script>',
  '=HYPERLINK("http://example.com")',
  "Robert'); DROP TABLE students;--",
  '"quoted", with; separators\\and backslashes',
  '日本語のとても長い題名',
  'constructor',
  '__proto__',
  '0',
  'null',
  '%_%',
  '{{name}}',
];

/** Returns a text that fits the length of a field, and stays unique if necessary. */
function fitted(text: string, field: ResourceField, { number }: Making): string {
  const mark = field.unique ? ` ${number.toString(36)}` : '';
  const max = Number(field.max ?? 255) - mark.length;
  const cut = text.length <= max ? text : text.slice(0, Math.max(0, max)).toWellFormed();
  return (cut.trim() + mark).trim().padEnd(Number(field.min ?? 0), 'x');
}

/** Returns the given text, or sometimes an unusual one. */
function textFor(field: ResourceField, making: Making, make: () => string): string {
  const { batch, random } = making;
  const isUnusual = batch.isNasty && random.datatype.boolean(0.4);
  return fitted(isUnusual ? random.helpers.arrayElement(NASTY) : make(), field, making);
}

/** Returns a text that matches a pattern; undefined if some tries find none. */
const ofPattern = (pattern: RegExp, { random }: Making): string | undefined =>
  fc
    .sample(textMatching(pattern), { numRuns: MAX_TRIES, seed: random.number.int() })
    .find((text) => text !== undefined);

/** The numbers that the name of a field suggests. */
const NUMBERS: readonly (readonly [RegExp, readonly [low: number, high: number]])[] = [
  [/year|founded/, [1900, 2026]],
  [/price|cost|fee|amount|salary/, [1, 500]],
  [/age$/, [0, 99]],
];

/** Returns the bounds of a field, with usual values for open bounds. */
function boundsOf({ name, min, max }: ResourceField): { low: number; high: number } {
  const words = name.toLowerCase();
  const [, [from, to]] = NUMBERS.find(([pattern]) => pattern.test(words)) ?? [undefined, [0, 1000]];
  const high = max === undefined ? Math.max(to, Number(min ?? from) + 1000) : Number(max);
  return { low: min === undefined ? Math.min(from, high - 1) : Number(min), high };
}

function numberFor(field: ResourceField, { random, number }: Making, scale = 0): number {
  const { low, high } = boundsOf(field);
  const unit = 10 ** scale;
  const largest = Math.min(high, 10 ** (Number(field.precision ?? 12) - scale) - 1 / unit);
  if (field.unique) return low + (field.max === undefined ? number : number % (high - low + 1));
  return (
    random.number.int({
      // What the name suggests may be too large for the digits.
      min: low > largest ? 0 : Math.ceil(low * unit),
      max: Math.floor(largest * unit),
    }) / unit
  );
}

function timestampFor(field: ResourceField, { random, createdAt, number }: Making): Date {
  const words = field.name.toLowerCase();
  const [from, to] = /birth|born/.test(words)
    ? [-80 * 365, -10 * 365]
    : /due|until|expire|end/.test(words)
      ? [7, 60]
      : [-30, 30];
  const low = Date.parse(String(field.min ?? ''));
  const high = Date.parse(String(field.max ?? ''));
  const made =
    createdAt.getTime() +
    random.number.int({ min: from!, max: to! }) * DAY_MS +
    random.number.int(1439) * 60_000;
  const timestamp = field.unique ? made + number * DAY_MS : made;
  return new Date(Math.min(Math.max(timestamp, low || timestamp), high || Number.MAX_SAFE_INTEGER));
}

/** The generators of JSON values, by the name of the field's kind. */
const MAKERS: Readonly<Record<string, (field: ResourceField, making: Making) => unknown>> = {
  text: (field, making) =>
    field.pattern
      ? ofPattern(field.pattern, making)
      : textFor(field, making, () => makeText(field, making.batch.resource.name, making.random)),
  longText: (field, making) => textFor(field, making, () => sentences(making.random)),
  integer: (field, making) => Math.trunc(numberFor(field, making)),
  decimal: (field, making) => {
    const scale = Number(field.scale ?? 2);
    return numberFor(field, making, Math.min(scale, 4)).toFixed(scale);
  },
  boolean: (field, { random }) => {
    const { usual } = field as { readonly usual?: unknown };
    return typeof usual === 'boolean' ? random.datatype.boolean(0.9) === usual : random.datatype.boolean(0.3);
  },
  select: (field, { random }) =>
    field.usual !== undefined && random.datatype.boolean(0.9)
      ? field.usual
      : random.helpers.arrayElement(field.values!),
  date: (field, making) => timestampFor(field, making).toISOString().slice(0, DAY_LENGTH),
  datetime: (field, making) => timestampFor(field, making).toISOString(),
  email: (_, { random, number }) => `${plain(personName(random))}.${number.toString(36)}@example.com`,
  url: (_, { random, number }) => `https://example.com/${random.word.noun()}/${number.toString(36)}`,
};

const schemas = new WeakMap<ResourceField, z.ZodType>();

/**
 * Generates a valid value for a field: from its kind and its name, or else like the tests.
 * @throws CommandError for a field without a valid value.
 */
function makeValue(field: ResourceField, making: Making): unknown {
  const kind = fieldKind(field.kind);
  const schema = schemas.get(field) ?? kind.schema(z, field);
  schemas.set(field, schema);
  const attempts = [
    () => MAKERS[field.kind]?.(field, making),
    () => kind.samples.valid(field, making.number),
  ];
  for (const attempt of attempts) {
    const parsed = schema.safeParse(attempt());
    if (parsed.success) return parsed.data;
  }
  const { name } = making.batch.resource;
  throw new CommandError(
    `No value was found for ${name}.${field.name}: write backend/extensions/${name}/seed.ts instead.`,
  );
}
