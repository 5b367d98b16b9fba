/**
 * A filter on a record: per field the required value, one of several, null, or operators with operands; for a
 * reference also a filter on its target; for several references `some`: an id, ids, or a filter on one of the
 * targets; `id` for the record itself. All of them must match, and so must each of `and` and one of `or`, but
 * not `not`. An empty field equals only null and is neither greater nor less than anything.
 */
export interface RowFilterConfig {
  readonly [field: string]: unknown;
}

/** The number of records that refer to a record with a given field: `{ count: 'loans', through: 'book' }`. */
export interface CountOfRecords {
  /** The resource whose records are counted. */
  readonly count: string;
  /** Its field that refers to the record. */
  readonly through: string;
  /** The records to count; by default all, except archived ones. */
  readonly where?: RowFilterConfig;
}

interface OfRecords {
  /** The resource of the referring records. */
  readonly of: string;
  /** Its field that refers to the record. */
  readonly through: string;
  /** The records to include; by default all, except archived ones. */
  readonly where?: RowFilterConfig;
}

/** The sum of a field of referring records: `{ sum: 'fee', of: 'loans', through: 'book' }`; 0 without any. */
export interface SumOfRecords extends OfRecords {
  readonly sum: string;
}

/** The average of a field of referring records, rounded to the field's decimals; empty without records. */
export interface AverageOfRecords extends OfRecords {
  readonly avg: string;
}

/** The smallest value of a field of the referring records; empty without records. */
export interface MinOfRecords extends OfRecords {
  readonly min: string;
}

/** The largest value of a field of the referring records; empty without records. */
export interface MaxOfRecords extends OfRecords {
  readonly max: string;
}

/** An aggregate of a field of the referring records. */
type OverRecords = SumOfRecords | AverageOfRecords | MinOfRecords | MaxOfRecords;

/** A value that a function computes from other fields, on the server after a read; never a sort or filter. */
export interface ValueOfFunction {
  /** The fields that the function receives: ids of references, and `FileOfFunction` for files. */
  readonly from: readonly string[];
  readonly value: (record: never) => unknown;
}

/**
 * How a field is computed: with a PostgreSQL expression over fields of the same record in braces (`'{price} *
 * {quantity}'`), from the records that refer to it, or with a function. Such a field is never written.
 */
export type Computed = string | CountOfRecords | OverRecords | ValueOfFunction;
