import { FAMILY_NAMES, GIVEN_NAMES } from '@bindery/backend/extend/samples/seed-users.ts';
import type { ResourceField } from '@bindery/contract/schema/index.ts';
import { capitalized, snakeCase } from '@bindery/contract/schema/names.ts';
import { faker } from '@faker-js/faker/locale/en';

/** A source of random numbers and words. */
export type Random = typeof faker;

/** Returns the source, from which the same text gives the same values until the next call. */
export function createRandom(seed: string): Random {
  faker.seed([...Buffer.from(seed)]);
  return faker;
}

/** Returns the full name of a fictional person, from one of several languages. */
export const personName = ({ helpers }: Random): string =>
  `${helpers.arrayElement(GIVEN_NAMES)} ${helpers.arrayElement(FAMILY_NAMES)}`;

const title = ({ word, datatype }: Random): string =>
  datatype.boolean()
    ? `The ${word.adjective()} ${word.noun()}`
    : capitalized(`${word.adjective()} ${word.noun()} and ${word.noun()}`);

/** Returns one to four sentences. */
export const sentences = ({ word, helpers }: Random): string =>
  helpers
    .multiple(() => `The ${word.adjective()} ${word.noun()} is ${word.adjective()}.`, {
      count: { min: 1, max: 4 },
    })
    .join(' ');

type Maker = (random: Random) => string;

/** The texts that words in the name of a field suggest; the first match counts. */
const BY_NAME: readonly (readonly [RegExp, Maker])[] = [
  [/(^|_)(given|first)(_|$)/, ({ helpers }) => helpers.arrayElement(GIVEN_NAMES)],
  [/(^|_)(family|last|sur)_?name/, ({ helpers }) => helpers.arrayElement(FAMILY_NAMES)],
  [/(^|_)(city|town|place|location)(_|$)/, ({ location }) => location.city()],
  [/(^|_)country(_|$)/, ({ location }) => location.country()],
  [/(^|_)(street|address)(_|$)/, ({ location }) => location.streetAddress()],
  [/(^|_)(phone|mobile|tel|fax)(_|$)/, ({ phone }) => phone.number({ style: 'international' })],
  [
    /(^|_)(publisher|company|supplier|organi[sz]ation|employer|vendor|institution)(_|$)/,
    ({ company }) => company.name(),
  ],
  [/(^|_)(isbn)(_|$)/, ({ commerce }) => commerce.isbn({ variant: 13, separator: '' })],
  [
    /(^|_)(code|sku|number|barcode|serial|reference)(_|$)/,
    ({ helpers }) => helpers.fromRegExp('[A-Z]-[0-9]{6}'),
  ],
  [/(^|_)colou?r(_|$)/, ({ color }) => color.human()],
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
