/** The statements that bring a database in line with resources.config.ts, and their effects. */
export interface Plan {
  /** SQL statements, in order. */
  readonly statements: readonly string[];
  /** The changes, in words: "books: adds pages". */
  readonly summary: readonly string[];
  /** The data that is or may be lost; empty where the plan only adds. */
  readonly losses: readonly string[];
  /**
   * The queries that count the rows affected by a loss or a condition, run on the database before the
   * migration.
   */
  readonly affected: readonly AffectedRows[];
  /** The conditions that existing rows must meet; otherwise the migration fails. */
  readonly conditions: readonly string[];
}

/** A loss or a condition whose affected rows can be counted. */
export interface AffectedRows {
  /** The text of the loss or the condition in the plan. */
  readonly loss: string;
  /** SQL that returns one number, `rows`. */
  readonly sql: string;
  /** What happens to these rows: "lose characters". */
  readonly fate: { readonly one: string; readonly many: string };
}
