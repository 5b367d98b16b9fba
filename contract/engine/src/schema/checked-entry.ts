import type { Entries, Entry } from './entry.ts';
import type { ReportMistake } from './error.ts';
import type { StatedField } from './kinds.ts';
import type { Role, Roles } from './roles.ts';

/** An entry to check, and what its checks depend on. */
export interface CheckedEntry {
  readonly resource: string;
  readonly entry: Entry;
  readonly entries: Entries;
  readonly roles: Roles;
  /** All roles, and `public`. */
  readonly everybody: readonly Role[];
  readonly reportMistake: ReportMistake;
}

/** A field of such an entry. */
export interface CheckedField extends CheckedEntry {
  readonly name: string;
  readonly field: StatedField;
}
