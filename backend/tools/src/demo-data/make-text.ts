import { FAMILY_NAMES, GIVEN_NAMES } from '@bindery/backend/extend/samples/sample-users.ts';
import type { ResourceField } from '@bindery/contract/schema/index.ts';
import { snakeCase } from '@bindery/contract/schema/names.ts';
import type { Random } from './random.ts';
import { ADJECTIVES, COLOURS, COMPANY_ENDINGS, NOUNS, STREETS, TOWNS, VERBS } from './words.ts';

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns the full name of a fictional person. */
export const personName = (random: Random): string =>
  `${random.pick(GIVEN_NAMES)} ${random.pick(FAMILY_NAMES)}`;

const title = (random: Random): string =>
  random.chance(0.5)
    ? capital(`the ${random.pick(ADJECTIVES)} ${random.pick(NOUNS)}`)
    : capital(`${random.pick(ADJECTIVES)} ${random.pick(NOUNS)} and ${random.pick(NOUNS)}`);

const company = (random: Random): string => `${random.pick(FAMILY_NAMES)} ${random.pick(COMPANY_ENDINGS)}`;

/** Returns one to four sentences. */
export const sentences = (random: Random): string =>
  Array.from(
    { length: random.between(1, 4) },
    () =>
      `The ${random.pick(ADJECTIVES)} ${random.pick(NOUNS)} ${random.pick(VERBS)} the ${random.pick(NOUNS)}.`,
  ).join(' ');

const digits = (random: Random, count: number): string =>
  Array.from({ length: count }, () => random.between(0, 9)).join('');

const code = (random: Random): string => `${random.pick(['A', 'B', 'K', 'M', 'X'])}-${digits(random, 6)}`;

type Maker = (random: Random) => string;

/** The texts that words in the name of a field suggest; the first match counts. */
const BY_NAME: readonly (readonly [RegExp, Maker])[] = [
  [/(^|_)(given|first)(_|$)/, (random) => random.pick(GIVEN_NAMES)!],
  [/(^|_)(family|last|sur)_?name/, (random) => random.pick(FAMILY_NAMES)!],
  [/(^|_)(city|town|place|location)(_|$)/, (random) => random.pick(TOWNS)[0]],
  [/(^|_)country(_|$)/, (random) => random.pick(TOWNS)[1]],
  [/(^|_)(street|address)(_|$)/, (random) => `${random.between(1, 220)} ${random.pick(STREETS)}`],
  [/(^|_)(phone|mobile|tel|fax)(_|$)/, (random) => `+254 7${digits(random, 2)} ${digits(random, 6)}`],
  [/(^|_)(publisher|company|supplier|organi[sz]ation|employer|vendor|institution)(_|$)/, company],
  [/(^|_)(isbn)(_|$)/, (random) => `978${digits(random, 10)}`],
  [/(^|_)(code|sku|number|barcode|serial|reference)(_|$)/, code],
  [/(^|_)colou?r(_|$)/, (random) => random.pick(COLOURS)],
  [/(^|_)(author|borrower|person|contact|owner|manager|speaker|patient|doctor|full_name)(_|$)/, personName],
];

const PEOPLE =
  /(^|_)(users|people|persons|customers|members|authors|patients|doctors|employees|students|teachers|staff|guests|readers|librarians|speakers|attendees|contacts|pupils)$/;

/** Returns a text that the names of a field and its resource suggest. */
export function makeText({ name }: Pick<ResourceField, 'name'>, resource: string, random: Random): string {
  const words = snakeCase(name);
  const [, make] = BY_NAME.find(([pattern]) => pattern.test(words)) ?? [];
  if (make) return make(random);
  return name === 'name' && PEOPLE.test(snakeCase(resource)) ? personName(random) : title(random);
}
