import { faker } from '@faker-js/faker/locale/en';

/** A source of random numbers and words. */
export type Random = typeof faker;

/** Returns the source, from which the same text gives the same values until the next call. */
export function createRandom(seed: string): Random {
  faker.seed([...Buffer.from(seed)]);
  return faker;
}
