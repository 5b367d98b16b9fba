import { type Built, type CommonOptions, type Exactly, field, type Kind } from './field.ts';

/** The options of an e-mail field; lengths in characters. */
export interface EmailOptions extends CommonOptions {
  /** Defaults to 254, the maximum length of an e-mail address (RFC 5321). */
  readonly max?: number;
  readonly search?: boolean;
  readonly default?: string;
}

/** An e-mail address, stored in lower case. */
export const email = <const O extends EmailOptions = Record<never, never>>(
  options?: Exactly<O, EmailOptions>,
) => field<Built<O, string, string, 'eq' | 'ne' | 'like'>>('email', options);

/** The e-mail kind: column type varchar. */
export const emailKind: Kind<EmailOptions> = {
  options: { max: 254, search: false, default: undefined },
  operators: ['eq', 'ne', 'like'],
  indexed: () => true,
  folded: true,
  column: ({ max }) => ({ type: 'string', sql: `varchar(${max})` }),
  schema: (z, { max = 254 }) => z.string().trim().toLowerCase().max(max, { abort: true }).pipe(z.email()),
  check: ({ max = 254 }, report) => {
    if (max < 6 || max > 500) report('max', max, 'must be from 6 to 500');
  },
};
