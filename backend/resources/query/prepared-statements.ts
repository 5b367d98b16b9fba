import { type Compilable, type Expression, sql } from 'kysely';
import type { Manner, Statement } from '#backend/database/query.ts';

/** A parameter whose value is taken out of what is asked, each time the statement runs. */
interface Slot<Asked> {
  readonly valueIn: (asked: Asked) => unknown;
}

/** A statement that is put together once and then run with many questions of the same shape. */
export interface Prepared<Asked> {
  readonly sql: string;
  readonly slots: readonly Slot<Asked>[];
  readonly manner: Manner;
}

/** Leaves a place for a value in a statement. */
export const slot = <Asked>(valueIn: Slot<Asked>['valueIn']): Expression<unknown> =>
  sql.val<Slot<Asked>>({ valueIn });

/** Puts a statement with slots into SQL, once. */
export function prepare<Asked>(query: Compilable, manner: Manner): Prepared<Asked> {
  const { sql: text, parameters } = query.compile();
  // Kysely has no fixed values of its own in the statements of this folder: what is not SQL is a slot.
  return { sql: text, slots: parameters as readonly Slot<Asked>[], manner };
}

/** Fills the slots for one question. */
export const fill = <Asked>({ sql: text, slots, manner }: Prepared<Asked>, asked: Asked): Statement => ({
  sql: text,
  parameters: slots.map(({ valueIn }) => valueIn(asked)),
  manner,
});

/** Remembers the statements of the shapes that were asked for last. */
export class Shapes<Asked> {
  readonly #most: number;
  readonly #known = new Map<string, Prepared<Asked>>();

  constructor(most = 500) {
    this.#most = most;
  }

  /** The statement of a shape, made at its first use. */
  of(shape: string, make: () => Prepared<Asked>): Prepared<Asked> {
    const known = this.#known.get(shape);
    if (known) return known;
    const made = make();
    if (this.#known.size >= this.#most) this.#known.delete(this.#known.keys().next().value!);
    this.#known.set(shape, made);
    return made;
  }
}
