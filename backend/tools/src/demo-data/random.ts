/** A source of random numbers that gives the same numbers for the same seed. */
export interface Random {
  /** Returns a whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  /** Returns one of some values. */
  pick<Value>(values: readonly [Value, ...Value[]]): Value;
  pick<Value>(values: readonly Value[]): Value | undefined;
  /** Returns true with a probability from 0 to 1. */
  chance(probability: number): boolean;
}

/** Returns a number for a text (FNV-1a). */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193) >>> 0;
  return hash;
};

/** Creates a source of random numbers from a text (mulberry32); not cryptographic. */
export function createRandom(seed: string): Random {
  let state = hashOf(seed);
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    between,
    pick: <Value>(values: readonly Value[]) => values[between(0, values.length - 1)] as Value,
    chance: (probability) => next() < probability,
  };
}
