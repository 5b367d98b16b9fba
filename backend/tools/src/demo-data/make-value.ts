import { textMatching } from '@bindery/backend/testing/matching-texts.ts';
import { fieldKind, type ResourceField } from '@bindery/contract/schema/index.ts';
import fc from 'fast-check';
import { z } from 'zod';
import { CommandError } from '#tools/resource-commands/command.ts';
import { makeText, personName, sentences } from './make-text.ts';
import type { Random } from './random.ts';

/** The input for generating a value. */
interface Making {
  readonly field: ResourceField;
  readonly resource: string;
  readonly random: Random;
  /** A different number for each record of a resource, for values that must be unique. */
  readonly number: number;
  /** When the record was created. */
  readonly createdAt: Date;
  /** Whether some texts are unusual. */
  readonly isNasty: boolean;
}

const DAY_MS = 86_400_000;
const DAY_LENGTH = '2027-01-31'.length;
/** How many texts are tried against the pattern of a field. */
const MOST_TRIES = 20;

const plain = (name: string) =>
  name
    .normalize('NFKD')
    .replaceAll(/[^a-z ]/gi, '')
    .trim()
    .replaceAll(' ', '.')
    .toLowerCase();

/**
 * Texts that test how pages and files handle unusual input: width, direction, markup, formulas, sort order.
 */
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
function fitted(text: string, { field, number }: Making): string {
  const mark = field.unique ? ` ${number.toString(36)}` : '';
  const max = Number(field.max ?? 255) - mark.length;
  const cut = text.length <= max ? text : text.slice(0, Math.max(0, max)).toWellFormed();
  return (cut.trim() + mark).trim().padEnd(Number(field.min ?? 0), 'x');
}

/** Returns a text that matches a pattern; undefined if some tries find none. */
const ofPattern = (pattern: RegExp, { random }: Making): string | undefined =>
  fc
    .sample(textMatching(pattern), { numRuns: MOST_TRIES, seed: random.number.int() })
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

function numberFor({ field, random, number }: Making, scale = 0): number {
  const { low, high } = boundsOf(field);
  const digits = Number(field.precision ?? 12) - scale;
  const unit = 10 ** scale;
  if (field.unique) return low + (field.max === undefined ? number : number % (high - low + 1));
  return (
    random.number.int({
      min: Math.ceil(low * unit),
      max: Math.floor(Math.min(high, 10 ** digits - 1 / unit) * unit),
    }) / unit
  );
}

function timestampFor({ field, random, createdAt, number }: Making): Date {
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
const MAKERS: Readonly<Record<string, (making: Making) => unknown>> = {
  text: (making) => {
    const { field, resource, random, isNasty } = making;
    if (field.pattern) return ofPattern(field.pattern, making);
    return fitted(
      isNasty && random.datatype.boolean(0.4)
        ? random.helpers.arrayElement(NASTY)
        : makeText(field, resource, random),
      making,
    );
  },
  longText: (making) =>
    fitted(
      making.isNasty && making.random.datatype.boolean(0.4)
        ? making.random.helpers.arrayElement(NASTY)
        : sentences(making.random),
      making,
    ),
  integer: (making) => Math.trunc(numberFor(making)),
  decimal: (making) => {
    const scale = Number(making.field.scale ?? 2);
    return numberFor(making, Math.min(scale, 4)).toFixed(scale);
  },
  boolean: ({ field, random }) => {
    const { usual } = field as { readonly usual?: unknown };
    return typeof usual === 'boolean' ? random.datatype.boolean(0.9) === usual : random.datatype.boolean(0.3);
  },
  select: ({ field, random }) =>
    field.usual !== undefined && random.datatype.boolean(0.9)
      ? field.usual
      : random.helpers.arrayElement(field.values!),
  date: (making) => timestampFor(making).toISOString().slice(0, DAY_LENGTH),
  datetime: (making) => timestampFor(making).toISOString(),
  email: ({ random, number }) => `${plain(personName(random))}.${number.toString(36)}@example.com`,
  url: ({ random, number }) => `https://example.com/${random.word.noun()}/${number.toString(36)}`,
};

const schemas = new WeakMap<ResourceField, z.ZodType>();

/**
 * Generates a valid value for a field: from its kind and its name, or else like the tests.
 * @throws CommandError for a field without a valid value.
 */
export function makeValue(making: Making): unknown {
  const { field, resource, number } = making;
  const kind = fieldKind(field.kind);
  const schema = schemas.get(field) ?? kind.schema(z, field);
  schemas.set(field, schema);
  const attempts = [() => MAKERS[field.kind]?.(making), () => kind.samples.valid(field, number)];
  for (const attempt of attempts) {
    const parsed = schema.safeParse(attempt());
    if (parsed.success) return parsed.data;
  }
  throw new CommandError(
    `No value was found for ${resource}.${field.name}: write backend/extensions/${resource}/seed.ts instead.`,
  );
}
