import { type Compilable, type Expression, sql } from 'kysely';
import type { ExecutionMode, Statement } from '#backend/database/query.ts';

/** A parameter whose value is read from the params each time the statement runs. */
interface Param<Asked> {
  readonly valueIn: (asked: Asked) => unknown;
}

/** A statement that is compiled once and then run with many queries of the same shape. */
export interface PreparedStatement<Asked> {
  readonly sql: string;
  readonly params: readonly Param<Asked>[];
  readonly mode: ExecutionMode;
}

/** Creates a placeholder for a value in a statement. */
export const param = <Asked>(valueIn: Param<Asked>['valueIn']): Expression<unknown> =>
  sql.val<Param<Asked>>({ valueIn });

/** Compiles a statement with placeholders to SQL, once. */
export function compileStatement<Asked>(query: Compilable, mode: ExecutionMode): PreparedStatement<Asked> {
  const { sql: text, parameters } = query.compile();
  // The statements of this folder pass Kysely no literal values: whatever is not SQL is a placeholder.
  return { sql: text, params: parameters as readonly Param<Asked>[], mode };
}

/** Binds the placeholders to the values of one query. */
export const bind = <Asked>(
  { sql: text, params, mode }: PreparedStatement<Asked>,
  asked: Asked,
): Statement => ({
  sql: text,
  parameters: params.map(({ valueIn }) => valueIn(asked)),
  mode,
});

/** Caches the most recently used statements by the shape of their query. */
export class StatementCache<Asked> {
  readonly #most: number;
  readonly #known = new Map<string, PreparedStatement<Asked>>();

  constructor(most = 500) {
    this.#most = most;
  }

  /** Returns the statement for a shape; creates it at first use. */
  get(shape: string, make: () => PreparedStatement<Asked>): PreparedStatement<Asked> {
    const known = this.#known.get(shape);
    if (known) return known;
    const made = make();
    if (this.#known.size >= this.#most) this.#known.delete(this.#known.keys().next().value!);
    this.#known.set(shape, made);
    return made;
  }
}
