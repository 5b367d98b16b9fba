import type { Compilable } from 'kysely';

/** Compiled SQL with its parameters in order. */
export interface CompiledStatement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** The number of kept texts; the oldest goes first. Callers decide on filters and sorts, so there may be any number. */
const MAX_TEXTS = 300;

/** Keeps the SQL of statements that differ only in their parameters: building them costs more than reading a row. */
export class StatementCache {
  readonly #texts = new Map<string, string>();

  /**
   * Returns a statement with these parameters, compiled only when its key is new.
   *
   * @throws Error when Kysely finds other parameters, or in another order: key and statement would not belong together.
   */
  compile(
    { key, parameters }: { readonly key: string; readonly parameters: readonly unknown[] },
    build: () => Compilable,
  ): CompiledStatement {
    const known = this.#texts.get(key);
    if (known !== undefined) return { sql: known, parameters };
    const compiled = build().compile();
    const isSame =
      compiled.parameters.length === parameters.length &&
      compiled.parameters.every((value, index) => Object.is(value, parameters[index]));
    if (!isSame) throw new Error(`The parameters of this statement are not those given: ${compiled.sql}`);
    const [oldest] = this.#texts.keys();
    if (this.#texts.size >= MAX_TEXTS && oldest !== undefined) this.#texts.delete(oldest);
    this.#texts.set(key, compiled.sql);
    return { sql: compiled.sql, parameters };
  }
}
