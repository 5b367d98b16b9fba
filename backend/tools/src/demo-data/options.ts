import { unknownName } from '@bindery/contract/schema/error.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { SeedError } from './seed-error.ts';

/** The options of `npm run bindery seed`. */
export interface SeedOptions {
  readonly counts: Readonly<Record<string, number>>;
  readonly seed: string;
  readonly isNasty: boolean;
}

const MOST = 10_000_000;

/** The usage text of the command, with the existing resources. */
const usage = (resources: Readonly<Record<string, Resource>>): string => {
  const [first, second] = Object.keys(resources);
  const example = [`${first}=10000`, ...(second === undefined ? [] : [`${second}=2000`])].join(' ');
  return `Say how many records of which resources: npm run bindery seed ${example}

  --nasty      some texts are long, in other directions and alphabets, markup or formulas
  --seed TEXT  another text gives other values; the same one the same values

Resources: ${Object.keys(resources).join(', ')}`;
};

/**
 * Reads the arguments of `npm run bindery seed`.
 * @throws SeedError that names the invalid argument.
 */
export function readSeedOptions(
  given: readonly string[],
  resources: Readonly<Record<string, Resource>>,
): SeedOptions {
  const counts = new Map<string, number>();
  let [seed, isNasty] = ['1', false];
  for (let index = 0; index < given.length; index++) {
    const argument = given[index]!;
    if (argument === '--nasty') isNasty = true;
    else if (argument === '--seed') {
      index++;
      seed = given[index] ?? '';
      if (seed === '') throw new SeedError('--seed needs a text after it, such as --seed 7.');
    } else {
      const [, name, number] = /^([^=]+)=(.*)$/.exec(argument) ?? [];
      if (name === undefined) throw new SeedError(`${argument} is unknown.\n\n${usage(resources)}`);
      if (!Object.hasOwn(resources, name))
        throw new SeedError(`${name} ${unknownName(name, Object.keys(resources))}`);
      const count = /^\d{1,8}$/.test(number ?? '') ? Number(number) : 0;
      if (count < 1 || count > MOST)
        throw new SeedError(`${argument}: the number must be a whole one from 1 to ${MOST}.`);
      if (counts.has(name)) throw new SeedError(`${name} is there twice.`);
      counts.set(name, count);
    }
  }
  if (counts.size === 0) throw new SeedError(usage(resources));
  return { counts: Object.fromEntries(counts), seed, isNasty };
}
