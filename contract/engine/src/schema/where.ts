import type { Clock, DynamicDefault } from './dynamic-default.ts';
import type { Fields } from './entry.ts';
import type { Action } from './rights.ts';
import type { PUBLIC, Role } from './roles.ts';

/** The user that a condition is about, with the fields of the entry `users` as well: see `RowContextWith`. */
export interface RowUser {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
}

/** What a condition on rows may depend on. `now` is ISO 8601 in UTC. */
export interface RowContext {
  /**
   * The user who acts: `id`, `email`, `role`, and the fields of the entry `users`, of references their ids; those that
   * are empty are undefined, which no record has. `public` has none.
   * @example where: { user: ({ user }) => ({ borrower: user.id }) }
   */
  readonly user: RowUser;
  /**
   * The present moment, ISO 8601 in UTC.
   * @example where: { user: { update: ({ now }) => ({ dueOn: { gte: now } }) } }
   */
  readonly now: string;
}

/**
 * A condition on a record: by field the value that it must have, one of several, null, or what operators compare it
 * with; a reference also by a condition on the record that it refers to, several references by `some`: an id, ids, or a
 * condition on one of the records; `id` the record itself. All of them must hold, as must each of `and`,
 * one of `or`, and not `not`. An empty field equals only null and is neither greater nor less than anything.
 */
export interface RowCondition {
  readonly [field: string]: unknown;
}

/** Returns the records that an action of a role is limited to. */
export type RowRule<Context = RowContext> = (context: Context) => RowCondition;

/** The records that a role is limited to: in every action, or in some. */
export type RowRules<Context = RowContext> = RowRule<Context> | { readonly [A in Action]?: RowRule<Context> };

/** The records that roles are limited to; `public` has no user. */
export type RowRulesByRole<R extends Role, Context = RowContext> = {
  readonly [K in Exclude<R, typeof PUBLIC>]?: RowRules<Context>;
} & { readonly [K in typeof PUBLIC]?: RowRules<Pick<RowContext, 'now'>> };

/** The names of the operators of a condition, each with its value beside it: `{ pages: { gte: 100 } }`. */
export const rowOperators = ['in', 'ne', 'gt', 'gte', 'lt', 'lte'] as const;
/** The name of an operator of a condition. */
export type RowOperator = (typeof rowOperators)[number];

/** The names that combine conditions; no field has them. */
export const combinators = ['and', 'or', 'not'] as const;

type In<F> = F extends { readonly types?: { readonly in: infer I } } ? I : never;
/** The kinds whose values have an order. */
type Ordered<F> = F extends { readonly kind: string; readonly types?: { readonly operators: infer Op } }
  ? 'gt' extends Op
    ? true
    : false
  : false;

/** Whether a field has several values. */
type IsSeveral<F> = [In<F>] extends [never] ? false : [In<F>] extends [readonly unknown[]] ? true : false;

// TypeScript widens the texts that a function returns, so whether a select has a value is checked at start.
type Value<F> = F extends { readonly values: readonly string[] } ? string : In<F>;

/** What a value of the clock is compared with: a day or a moment, which only the start tells apart. */
type ValueOrClock<F, ByClock> = ByClock extends true
  ? Ordered<F> extends true
    ? [In<F>] extends [string]
      ? Value<F> | DynamicDefault<Clock>
      : Value<F>
    : Value<F>
  : Value<F>;

/** The type of a field that an entry does not have: nothing has it, and its name says what is wrong. */
interface UnknownField<Known> {
  readonly 'is not one of the fields': Known;
}

type FieldsOf<E> = E extends { readonly fields: infer F extends Fields } ? F : Fields;

/** The value of a field of the user as a condition gets it: of a reference the id; undefined where it is empty. */
type OwnValue<F> = F extends { readonly to: string }
  ? string
  : F extends { readonly types?: { readonly out: infer Out } }
    ? Out
    : never;

/** The fields of the entry `users` that a condition may use: those with one value of their own. */
type OwnFields<F> = {
  readonly [K in keyof F as F[K] extends { readonly computed: unknown }
    ? never
    : OwnValue<F[K]> extends string | number | boolean
      ? K
      : never]: F[K] extends { readonly required: true } ? OwnValue<F[K]> : OwnValue<F[K]> | undefined;
};

/** What a condition may depend on where `users` has these fields: the user has them as well. */
export interface RowContextWith<F> extends RowContext {
  readonly user: RowUser & Omit<OwnFields<F>, keyof RowUser>;
}

/** A condition `W` checked against the fields of an entry; `ByClock` is true where `now` and `today` may stand in it. */
export type RowConditionOn<W, F, C, ByClock = false> = {
  readonly [K in keyof W]: K extends 'and' | 'or'
    ? W[K] extends readonly (infer Part)[]
      ? readonly RowConditionOn<Part, F, C, ByClock>[]
      : readonly RowCondition[]
    : K extends 'not'
      ? RowConditionOn<W[K], F, C, ByClock>
      : K extends 'id'
        ? OwnId
        : K extends keyof F
          ? IsSeveral<F[K]> extends true
            ? SomeOf<W[K], F[K], C, ByClock>
            : IsNested<W[K], F[K]> extends true
              ? F[K] extends { readonly to: infer To extends keyof C }
                ? RowConditionOn<W[K], FieldsOf<C[To]>, C, ByClock>
                : never
              : // An empty field of the user is undefined. Without names of their own, so that messages show the values and operators themselves.
                  | ValueOrClock<F[K], ByClock>
                  | null
                  | undefined
                  | readonly (Value<F[K]> | null | undefined)[]
                  | {
                      readonly [O in Ordered<F[K]> extends true ? RowOperator : 'ne' | 'in']?: O extends 'in'
                        ? readonly (Value<F[K]> | null | undefined)[]
                        : O extends 'ne'
                          ? ValueOrClock<F[K], ByClock> | null | undefined
                          : ValueOrClock<F[K], ByClock> | undefined;
                    }
          : UnknownField<keyof F>;
};

/** What the id of the record must be, such as that of a field of the user. */
type OwnId =
  | string
  | undefined
  | readonly (string | undefined)[]
  | { readonly ne?: string | undefined; readonly in?: readonly (string | undefined)[] };

/** What one of several references must be. */
type SomeOf<W, F, C, ByClock> = F extends { readonly to: infer To extends keyof C }
  ? {
      readonly some: W extends { readonly some: infer S extends object }
        ? S extends readonly unknown[]
          ? readonly (string | undefined)[]
          : RowConditionOn<S, FieldsOf<C[To]>, C, ByClock>
        : string | readonly (string | undefined)[] | undefined;
    }
  : never;

/** Whether an operand is a condition on the record of a reference. */
type IsNested<W, F> = F extends { readonly to: string }
  ? W extends readonly unknown[]
    ? false
    : W extends object
      ? keyof W extends RowOperator
        ? false
        : true
      : false
  : false;

type UsersOf<C> = C extends { readonly users: infer E } ? E : { readonly fields: Record<never, never> };

/** The type of what a rule returns that is no condition, such as an id or true: its name says what is wrong. */
interface NoCondition<Known> {
  readonly 'is no condition on the fields': Known;
}

/** A rule with its condition checked against the fields of its entry. */
type CheckedRule<Rule, Context, F, C> = Rule extends (context: never) => infer W
  ? (context: Context) => [W] extends [object] ? RowConditionOn<W, F, C> : NoCondition<keyof F>
  : never;

/** The type of what should be a rule, or rules by action, and is neither: its name says what is wrong. */
interface NoRule<Known> {
  readonly 'is neither a function nor functions by action': Known;
}

type CheckedRules<Rules, Context, F, C> = Rules extends (context: never) => unknown
  ? CheckedRule<Rules, Context, F, C>
  : Rules extends object
    ? {
        readonly [A in keyof Rules]: A extends Action
          ? CheckedRule<Rules[A], Context, F, C>
          : { readonly 'is not one of the actions': Action };
      }
    : NoRule<Action>;

/** The type of what should be rules by role and is one rule for all: its name says what is wrong. */
interface NotByRole<Known> {
  readonly 'is not by role': { readonly [K in Known & string]?: unknown };
}

/** The rows of an entry, each condition checked against its fields; a wrong name or value is an error at its own key. */
export type CheckedRows<Where, F, C, R extends Role> = Where extends (context: never) => unknown
  ? NotByRole<R | typeof PUBLIC>
  : {
      readonly [K in keyof Where]: K extends typeof PUBLIC
        ? CheckedRules<Where[K], Pick<RowContext, 'now'>, F, C>
        : K extends R
          ? CheckedRules<Where[K], RowContextWith<FieldsOf<UsersOf<C>>>, F, C>
          : { readonly 'is not one of the roles': R | typeof PUBLIC };
    };

/** The rule of each action of a role; undefined for all records. */
export type RulesByAction = Readonly<Record<Action, RowRule | undefined>>;

/**
 * Returns the rules of each action, from those of an entry: whoever may delete only some records may also take only
 * these back from the archive, unless the entry says otherwise.
 */
export const rulesByAction = (stated: RowRules | undefined): RulesByAction => {
  const of = (action: Action) => (typeof stated === 'function' ? stated : stated?.[action]);
  return {
    read: of('read'),
    create: of('create'),
    update: of('update'),
    delete: of('delete'),
    restore: of('restore') ?? of('delete'),
  };
};
