import { type Compilable, type Expression, sql } from 'kysely';
import type { ExecutionMode, Statement } from '#backend/database/query.ts';

/** A parameter whose value is read from the params each time the statement runs. */
interface Param<Params> {
  readonly valueIn: (values: Params) => unknown;
}

/** A statement that is compiled once and then run with many queries of the same shape. */
export interface PreparedStatement<Params> {
  readonly sql: string;
  readonly params: readonly Param<Params>[];
  readonly mode: ExecutionMode;
}

/** Creates a placeholder for a value in a statement. */
export const param = <Params>(valueIn: Param<Params>['valueIn']): Expression<unknown> =>
  sql.val<Param<Params>>({ valueIn });

/** Compiles a statement with placeholders to SQL, once. */
export function compileStatement<Params>(query: Compilable, mode: ExecutionMode): PreparedStatement<Params> {
  const { sql: text, parameters } = query.compile();
  // The statements of this folder pass Kysely no literal values: whatever is not SQL is a placeholder.
  return { sql: text, params: parameters as readonly Param<Params>[], mode };
}

/** Binds the placeholders to the values of one query. */
export const bind = <Params>(
  { sql: text, params, mode }: PreparedStatement<Params>,
  values: Params,
): Statement => ({
  sql: text,
  parameters: params.map(({ valueIn }) => valueIn(values)),
  mode,
});

/** Caches statements by the shape of their query; beyond its size it evicts the oldest one. */
export class StatementCache<Params> {
  readonly #maxSize: number;
  readonly #cached = new Map<string, PreparedStatement<Params>>();

  constructor(maxSize = 500) {
    this.#maxSize = maxSize;
  }

  /** Returns the statement for a shape; creates it at first use. */
  get(shape: string, make: () => PreparedStatement<Params>): PreparedStatement<Params> {
    const cached = this.#cached.get(shape);
    if (cached) return cached;
    const statement = make();
    if (this.#cached.size >= this.#maxSize) this.#cached.delete(this.#cached.keys().next().value!);
    this.#cached.set(shape, statement);
    return statement;
  }
}
