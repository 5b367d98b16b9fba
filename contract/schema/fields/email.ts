import { type Built, type CommonOptions, type Exactly, field, type Kind } from './field.ts';

/** What an e-mail address may state; lengths in characters. */
export interface EmailOptions extends CommonOptions {
  /** 254 when left out: the longest address that mail can carry (RFC 5321). */
  readonly max?: number;
  readonly search?: boolean;
  readonly default?: string;
}

/** An e-mail address, kept in lower case. */
export const email = <const O extends EmailOptions = Record<never, never>>(
  options?: Exactly<O, EmailOptions>,
) => field<Built<O, string, string, 'eq' | 'ne' | 'like'>>('email', options);

/** An e-mail address: varchar. */
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
