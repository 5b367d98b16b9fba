import { type Compilable, type Expression, sql } from 'kysely';
import type { ExecutionMode, Statement } from '#backend/database/query.ts';

/** A parameter whose value is taken out of what is asked, each time the statement runs. */
interface Param<Asked> {
  readonly valueIn: (asked: Asked) => unknown;
}

/** A statement that is put together once and then run with many queries of the same shape. */
export interface PreparedStatement<Asked> {
  readonly sql: string;
  readonly params: readonly Param<Asked>[];
  readonly mode: ExecutionMode;
}

/** Leaves a place for a value in a statement. */
export const param = <Asked>(valueIn: Param<Asked>['valueIn']): Expression<unknown> =>
  sql.val<Param<Asked>>({ valueIn });

/** Puts a statement with parameters into SQL, once. */
export function compileStatement<Asked>(query: Compilable, mode: ExecutionMode): PreparedStatement<Asked> {
  const { sql: text, parameters } = query.compile();
  // Kysely has no fixed values of its own in the statements of this folder: what is not SQL is a parameter.
  return { sql: text, params: parameters as readonly Param<Asked>[], mode };
}

/** Fills the parameters for one query. */
export const bind = <Asked>(
  { sql: text, params, mode }: PreparedStatement<Asked>,
  asked: Asked,
): Statement => ({
  sql: text,
  parameters: params.map(({ valueIn }) => valueIn(asked)),
  mode,
});

/** Remembers the statements of the shapes that were asked for last. */
export class StatementCache<Asked> {
  readonly #most: number;
  readonly #known = new Map<string, PreparedStatement<Asked>>();

  constructor(most = 500) {
    this.#most = most;
  }

  /** The statement of a shape, made at its first use. */
  get(shape: string, make: () => PreparedStatement<Asked>): PreparedStatement<Asked> {
    const known = this.#known.get(shape);
    if (known) return known;
    const made = make();
    if (this.#known.size >= this.#most) this.#known.delete(this.#known.keys().next().value!);
    this.#known.set(shape, made);
    return made;
  }
}
