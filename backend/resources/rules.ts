import type { EntityManager } from '@mikro-orm/postgresql';
import type { Role } from '#contract/schema/index.ts';
import type { Item } from './view.ts';

/** The values of a write, by field, as JSON. */
export type Values = Readonly<Record<string, unknown>>;

/** What a rule around a write may use: the EntityManager of its transaction, and who writes. */
export interface Write {
  readonly em: EntityManager;
  readonly actor: { readonly id: string; readonly role: Role };
}

/**
 * What a resource wants done or refused around its writes, inside the same transaction. A rule refuses by throwing an
 * ApiError; before a create or an update it may return other values than it was given.
 */
export interface Rules {
  /** What the history tells beside the fields of the entry. */
  readonly alsoInHistory?: readonly string[];
  beforeCreate?(values: Values, write: Write): Promise<Values | undefined>;
  beforeUpdate?(change: { before: Item; values: Values }, write: Write): Promise<Values | undefined>;
  beforeDelete?(before: Item, write: Write): Promise<void>;
}

/** The rules of the resources that have some. */
export type RulesOf = Readonly<Partial<Record<string, Rules>>>;
