import { builder, type CommonOptions, type Equality, type Matching } from './field.ts';
import { fitting, oneWord, tooLong } from './samples.ts';

/** The options of a URL field; lengths in characters. */
export interface UrlOptions extends CommonOptions {
  /**
   * The maximum length, at most 500.
   * @example url({ max: 200 })
   */
  readonly max?: number;
  /** Includes the field in the search box. */
  readonly search?: boolean;
  /**
   * The default value of new records.
   * @example url({ default: 'https://example.com' })
   */
  readonly default?: string;
}

/** A URL; http and https only, so that a link to it can never run a script. */
export const url = builder<UrlOptions, string, string, Equality | Matching>({
  name: 'url',
  options: { max: 500, search: false, default: undefined },
  operators: ['eq', 'ne', 'like', 'startsWith'],
  folded: true,
  column: ({ max }) => ({ type: 'string', sql: `varchar(${max})` }),
  schema: (z, { max = 500 }) =>
    z
      .string()
      .trim()
      .max(max, { abort: true })
      .pipe(z.url({ protocol: /^https?$/ })),
  check: ({ max = 500 }, report) => {
    if (max < 10 || max > 500) report('max', max, 'must be from 10 to 500');
  },
  samples: {
    valid: (field, number) =>
      fitting(field, [`https://example.org/${number}`, `http://${number.toString(36)}.io`]),
    invalid: (field) => [tooLong(field), ['javascript:alert(1)', 'errors.invalidUrl']],
    unbreakable: (field, start) => oneWord(field, `https://example.org/${start}`),
  },
});
