import type { Fields } from './entry.ts';
import type { RowFilterConfig } from './fields/computed.ts';
import type { Clock, DynamicDefault } from './fields/dynamic-default.ts';
import type { Action } from './rights.ts';
import type { PUBLIC, Role } from './roles.ts';

/** The user of a row filter, with the fields of the entry `users` as well: see `RowContextWith`. */
export interface RowUser {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
}

/** The input of a row filter. `now` is ISO 8601 in UTC. */
export interface RowContext {
  /**
   * The acting user: `id`, `email`, `role`, and the fields of the entry `users`, of references their ids.
   * Empty fields are undefined, which matches no record. `public` has no user.
   * @example where: { user: ({ user }) => ({ borrower: user.id }) }
   */
  readonly user: RowUser;
  /**
   * The current time, ISO 8601 in UTC.
   * @example where: { user: { update: ({ now }) => ({ dueOn: { gte: now } }) } }
   */
  readonly now: string;
}

/** Returns the filter that limits an action of a role. */
export type RowRule<Context = RowContext> = (context: Context) => RowFilterConfig;

/** The filters that limit a role: one for every action, or one per action. */
export type RowRules<Context = RowContext> = RowRule<Context> | { readonly [A in Action]?: RowRule<Context> };

/** The row rules by role; `public` has no user. */
export type RowRulesByRole<R extends Role, Context = RowContext> = {
  readonly [K in Exclude<R, typeof PUBLIC>]?: RowRules<Context>;
} & { readonly [K in typeof PUBLIC]?: RowRules<Pick<RowContext, 'now'>> };

/** The names of the operators of a row filter, each with its operand: `{ pages: { gte: 100 } }`. */
export const rowOperators = ['in', 'ne', 'gt', 'gte', 'lt', 'lte'] as const;
/** The name of an operator of a row filter. */
export type RowOperator = (typeof rowOperators)[number];

/** Returns whether a part of a row filter is an object: operators, a filter, or a value of the clock. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns whether a name in a row filter is that of an operator. */
export const isOperator = (name: string): name is RowOperator => rowOperators.some((known) => known === name);

/** The names that combine filters; no field may have them. */
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

// TypeScript widens the texts that a function returns, so the start checks whether a select has a value.
type Value<F> = F extends { readonly values: readonly string[] } ? string : In<F>;

/** The type that a clock value is compared with: a day or a timestamp, which only the start distinguishes. */
type ValueOrClock<F, ByClock> = ByClock extends true
  ? Ordered<F> extends true
    ? [In<F>] extends [string]
      ? Value<F> | DynamicDefault<Clock>
      : Value<F>
    : Value<F>
  : Value<F>;

/** The type of a field that an entry does not have: no value has it, and its name is the error message. */
interface UnknownField<Known> {
  readonly 'is not one of the fields': Known;
}

type FieldsOf<E> = E extends { readonly fields: infer F extends Fields } ? F : Fields;

/** The value of a user's field in a row filter: the id of a reference; undefined if empty. */
type OwnValue<F> = F extends { readonly to: string }
  ? string
  : F extends { readonly types?: { readonly out: infer Out } }
    ? Out
    : never;

/** The fields of `users` that a row filter may use: those with a single value in their own column. */
type OwnFields<F> = {
  readonly [K in keyof F as F[K] extends { readonly computed: unknown }
    ? never
    : OwnValue<F[K]> extends string | number | boolean
      ? K
      : never]: F[K] extends { readonly required: true } ? OwnValue<F[K]> : OwnValue<F[K]> | undefined;
};

/** The input of a row filter where `users` has these fields: the user has them as well. */
export interface RowContextWith<F> extends RowContext {
  readonly user: RowUser & Omit<OwnFields<F>, keyof RowUser>;
}

/** A filter `W` checked against an entry's fields; `ByClock` is true where `now` and `today` are allowed. */
export type ValidRowFilter<W, F, C, ByClock = false> = {
  readonly [K in keyof W]: K extends 'and' | 'or'
    ? W[K] extends readonly (infer Part)[]
      ? readonly ValidRowFilter<Part, F, C, ByClock>[]
      : readonly RowFilterConfig[]
    : K extends 'not'
      ? ValidRowFilter<W[K], F, C, ByClock>
      : K extends 'id'
        ? OwnId
        : K extends keyof F
          ? IsSeveral<F[K]> extends true
            ? SomeOf<W[K], F[K], C, ByClock>
            : IsNested<W[K], F[K]> extends true
              ? F[K] extends { readonly to: infer To extends keyof C }
                ? ValidRowFilter<W[K], FieldsOf<C[To]>, C, ByClock>
                : never
              : // An empty field of the user is undefined. Inlined, so that messages show the values.
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

/** The operand of `id`, such as the value of a user's field. */
type OwnId =
  | string
  | undefined
  | readonly (string | undefined)[]
  | { readonly ne?: string | undefined; readonly in?: readonly (string | undefined)[] };

/** The operand of `some` for several references. */
type SomeOf<W, F, C, ByClock> = F extends { readonly to: infer To extends keyof C }
  ? {
      readonly some: W extends { readonly some: infer S extends object }
        ? S extends readonly unknown[]
          ? readonly (string | undefined)[]
          : ValidRowFilter<S, FieldsOf<C[To]>, C, ByClock>
        : string | readonly (string | undefined)[] | undefined;
    }
  : never;

/** Whether an operand is a filter on the target of a reference. */
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

/** The type of a rule's result that is not a filter, such as an id or true: its name is the error message. */
interface NoRowFilter<Known> {
  readonly 'is not a filter on the fields': Known;
}

/** A rule with its filter checked against the fields of its entry. */
type CheckedRule<Rule, Context, F, C> = Rule extends (context: never) => infer W
  ? (context: Context) => [W] extends [object] ? ValidRowFilter<W, F, C> : NoRowFilter<keyof F>
  : never;

/** The type of a value that should be a rule, or rules by action, and is not: its name is the error. */
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

/** The type of a single rule where rules by role are required: its name is the error message. */
interface NotByRole<Known> {
  readonly 'is not by role': { readonly [K in Known & string]?: unknown };
}

/** The row rules of an entry, filters checked against its fields: an error is at the invalid key. */
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

/** Returns an entry's rules by action: a limit on `delete` limits `restore` too, unless stated otherwise. */
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
