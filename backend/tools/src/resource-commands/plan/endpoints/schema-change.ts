import type { Verdict } from '../verdict.ts';
import type { Schema } from './schema.ts';

/** The direction of values: a caller sends those of a request, and must understand those of a response. */
export type Direction = 'request' | 'response';

/** A change of a schema: its place, its description, and its meaning. */
export interface SchemaChange {
  /** The path of the property; empty for the value as a whole. */
  readonly at: string;
  readonly what: string;
  readonly verdict: Verdict;
}

/** The schemas of a place before and after. */
export interface SchemaPair {
  readonly before: Schema;
  readonly after: Schema;
}

/** Where schemas are compared. */
export interface Place {
  readonly at: string;
  readonly direction: Direction;
}
