import type { Role } from '#contract/schema/index.ts';

/** A user who reads or writes records, or a caller who is not signed in. */
export interface Reader {
  /** Null for a caller who is not signed in. */
  readonly id: string | null;
  readonly role: Role;
  readonly email?: string | null;
  /** The fields of the entry `users` that conditions on rows use. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** The application itself, for which there are no limits on rows. */
  readonly isApplication?: true;
  /** The user acts by an API key that may only read. */
  readonly isReadOnly?: true;
}

/** Who a record is selected for: a user sees what they may read, the server sees everything. */
export type Viewer = Reader | 'server';
