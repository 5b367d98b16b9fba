import type { Verdict } from '../verdict.ts';
import type { Schema } from './schema.ts';

/** Which way values go: a caller sends those of a request, and has to understand those of a response. */
export type Direction = 'request' | 'response';

/** A change of a schema: where, in words what, and what it means. */
export interface SchemaChange {
  /** The path of the property; empty for the value as a whole. */
  readonly at: string;
  readonly what: string;
  readonly verdict: Verdict;
}

/** What a place has before and after. */
export interface SchemaPair {
  readonly before: Schema;
  readonly after: Schema;
}

/** Where schemas are compared. */
export interface Place {
  readonly at: string;
  readonly direction: Direction;
}
