import { distance } from 'fastest-levenshtein';
import { isDynamicDefault } from './fields/dynamic-default.ts';

/** Returns the most similar known word, if any is similar enough. */
export const nearestWord = (
  word: string,
  known: readonly string[],
  most = Math.max(2, Math.floor(word.length / 3)),
): string | undefined => {
  const [best] = known
    .map((candidate) => ({ candidate, far: distance(word.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.far - b.far);
  return best && best.far <= most ? best.candidate : undefined;
};

/** A mistake in an entry: its place, the value, and the likely intended name. */
export interface Mistake {
  readonly resource: string;
  /** Empty for the whole entry. */
  readonly key: string;
  readonly value: unknown;
  readonly problem: string;
}

/** Reports a mistake at a key of an entry. */
export type ReportMistake = (key: string, value: unknown, problem: string) => void;

/** Returns a value of an entry as its text in messages, on one line. */
export const quoteValue = (value: unknown): string => {
  // As the entry writes it.
  if (isDynamicDefault(value)) return value.from;
  if (value instanceof RegExp) return String(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return String(value).replaceAll(/\s+/g, ' ');
  return JSON.stringify(value) ?? 'undefined';
};

/**
 * Returns the error text for an unknown name, with the known names and the most similar one. Nothing checks
 * types at the start, so the name may be missing, or be no text.
 */
export const unknownName = (name: unknown, known: readonly string[]): string => {
  const meant = typeof name === 'string' ? nearestWord(name, known) : undefined;
  return meant
    ? `is unknown; did you mean "${meant}"?`
    : `is unknown; there are: ${known.join(', ') || 'none'}`;
};

/** Thrown at start for invalid roles of `defineRoles`. Lists every mistake on one line. */
export class RolesError extends Error {
  override readonly name = 'RolesError';

  constructor(mistakes: readonly string[]) {
    super(`The roles of resources.config.ts are invalid: ${mistakes.join('; ')}.`);
  }
}

/** Thrown at start for a value of product.ts, or for the default export of another file of the product. */
export class ProductError extends Error {
  override readonly name = 'ProductError';

  constructor(problem: string, file = 'product.ts') {
    super(`${file}: ${problem}`);
  }
}

/** Thrown for a locale file that is not valid JSON. The message starts with the place: `fr.json:3:7: …`. */
export class TextsError extends Error {
  override readonly name = 'TextsError';
}

/** Thrown at start for invalid entries in resources.config.ts. Lists every mistake, one per line. */
export class ResourceConfigError extends Error {
  override readonly name = 'ResourceConfigError';
  readonly mistakes: readonly Mistake[];

  constructor(mistakes: readonly Mistake[]) {
    const lines = mistakes.map(
      ({ resource, key, value, problem }) =>
        `  ${key ? `${resource}.${key}` : resource}: ${quoteValue(value)} ${problem}`,
    );
    super(
      `resources.config.ts has ${mistakes.length === 1 ? 'a mistake' : 'mistakes'}:\n${lines.join('\n')}`,
    );
    this.mistakes = mistakes;
  }
}
