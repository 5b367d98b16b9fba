import { nearest } from './names.ts';

/** What is wrong with an entry: where, with which value, and what was probably meant. */
export interface Mistake {
  readonly resource: string;
  readonly key: string;
  readonly value: unknown;
  readonly problem: string;
}

/** Says what is wrong with a key of an entry. */
export type Complain = (key: string, value: unknown, problem: string) => void;

const shown = (value: unknown): string =>
  value instanceof RegExp || typeof value === 'function'
    ? String(value)
    : (JSON.stringify(value) ?? 'undefined');

/** Says that a name is unknown, which ones there are, and which of them was probably meant. */
export const unknownName = (name: string, known: readonly string[]): string => {
  const meant = nearest(name, known);
  return meant
    ? `is unknown; did you mean "${meant}"?`
    : `is unknown; there are: ${known.join(', ') || 'none'}`;
};

/** Thrown at start by a wrong entry of resources.config.ts. It names every mistake, a line each. */
export class ResourceConfigError extends Error {
  override readonly name = 'ResourceConfigError';
  readonly mistakes: readonly Mistake[];

  constructor(mistakes: readonly Mistake[]) {
    const lines = mistakes.map(
      ({ resource, key, value, problem }) => `  ${resource}.${key}: ${shown(value)} ${problem}`,
    );
    super(
      `resources.config.ts has ${mistakes.length === 1 ? 'a mistake' : 'mistakes'}:\n${lines.join('\n')}`,
    );
    this.mistakes = mistakes;
  }
}
