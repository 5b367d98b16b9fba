import type { Changes, HistoryAction, RecordChange } from '#backend/database/history.ts';
import type { RecordValues } from '../hooks.ts';
import type { RecordJson } from '../query/projection.ts';
import type { Rows } from '../query/scope.ts';
import type { ResourceService } from '../resource-service.ts';

/** A change of one record. */
export interface Change {
  readonly service: ResourceService;
  readonly action: HistoryAction;
  /** The id of the record; a new record gets one. */
  readonly id?: string | undefined;
  /** The given values; none unless the record is created or updated. */
  readonly values: RecordValues;
  /** The state that the caller has read, as an If-Match header. */
  readonly ifMatch?: string | undefined;
  /** The rows to find the record in; `live` by default. */
  readonly rows?: Rows;
  /** Set for a deleted record that is inserted again with its former values. */
  readonly again?: { readonly createdAt?: string | undefined };
  /** Whether the change follows from another one, so that the rules for actions of users do not apply. */
  readonly isConsequence?: boolean;
}

/** Changes that are made together, all or none of them. */
export interface Write {
  readonly changes: readonly Change[];
  /** Whether `limitCreations` applies: imports and undo are not limited. */
  readonly isLimited?: boolean;
  /** Whether the caller has locked the records, and checked that the actor may reach them. */
  readonly isLocked?: boolean;
  /**
   * Whether all hooks of a portion run before its rows are written. Otherwise a hook sees the earlier
   * records, which takes a statement for each of them: too many for an import.
   */
  readonly isTogether?: boolean;
  /** Whether errors name the failing record. */
  readonly namesRecords?: boolean;
  /** Whether to return the record, if there is only one. */
  readonly returnsRecord?: boolean;
  /** The idempotency key of a new record, which its statement stores; in a transaction, `within` does. */
  readonly key?: StoredKey | undefined;
}

/** A key in its stored form: the hash of the user with their key, and the hash of the request. */
export interface StoredKey {
  readonly id: string;
  readonly request: string;
}

/** The result of a write. */
export interface Written {
  /** The changes as the history stores them; none for a record whose values were the same before. */
  readonly recorded: readonly RecordChange[];
  /** The record as the actor sees it, if the write itself can determine that. */
  readonly record?: RecordJson | undefined;
}

/**
 * Thrown on a connection without a transaction if a write turns out to need one: a record has changed between
 * its read and its write, constraints empty a field with a join table, or another request has the same key.
 */
export class NeedsTransaction extends Error {
  override name = 'NeedsTransaction';
}

/** A change in progress. */
export interface Draft {
  readonly change: Change;
  readonly service: ResourceService;
  readonly id: string;
  /**
   * The record before the change, with all fields that have a column, and for a hook also with the computed
   * ones, as far as they have values; undefined for a new record.
   */
  readonly before?: RecordJson;
  /** The record before the change as the actor sees it. */
  readonly seen?: RecordJson;
  /** The version of the row that was read without a lock. */
  readonly version?: string | undefined;
  /** The given values; once prepared, those to write: of an update only those that differ. */
  readonly values: RecordValues;
  /** The changed values, for the history. */
  readonly changedValues: Changes;
}

/** The results of a write so far. */
export interface WriteResults {
  /** The changes as the history stores them. */
  readonly recorded: RecordChange[];
  /** Those of them whose rows were written without their history. */
  readonly unstored: RecordChange[];
  /** The ids of deleted records, including those deleted with others. */
  readonly gone: Set<string>;
}

/** Changes in progress that are written together, and the write that they belong to. */
export interface Step {
  readonly drafts: readonly Draft[];
  readonly write: Write;
}

/** Such changes once they are prepared, and the results of the write. */
export interface WriteStep extends Step {
  readonly results: WriteResults;
}
