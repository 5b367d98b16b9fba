/** The sources of dynamic defaults. */
export const defaultSources = ['today', 'now', 'currentUser.id', 'currentUser.email'] as const;

/** The source of a dynamic default. */
export type DefaultSource = (typeof defaultSources)[number];

/** A value of the clock: the day in UTC, or the timestamp. */
export type Clock = Extract<DefaultSource, 'today' | 'now'>;

/** A default that differs per record. Plain data, so that forms and the server share it. */
export interface DynamicDefault<S extends DefaultSource = DefaultSource> {
  readonly from: S;
}

const dynamic = <S extends DefaultSource>(from: S): DynamicDefault<S> => Object.freeze({ from });

/**
 * The default of a `date`: the day on which the record is created. Forms fill in the user's day; without the
 * field in a request it is the day in UTC. In a computed field's `where` it is the day of the read, in UTC.
 *     lentOn: date({ required: true, default: today })
 */
export const today = dynamic('today');

/**
 * The default of a `datetime`: the time at which the record is created: `lentAt: datetime({ default: now })`.
 * In the `where` of a computed field it is the time of the read.
 */
export const now = dynamic('now');

/**
 * The user who creates the record, for defaults: `id` for a reference to `users`, `email` for an `email` or a
 * `text`. Without a user (for `public`, and for the application itself) there is no default.
 *
 *     author: reference('users', { readOnly: true, default: currentUser.id })
 */
export const currentUser = Object.freeze({
  id: dynamic('currentUser.id'),
  email: dynamic('currentUser.email'),
});

/** Returns whether the default of a field is dynamic. */
export const isDynamicDefault = (value: unknown): value is DynamicDefault =>
  typeof value === 'object' &&
  value !== null &&
  'from' in value &&
  defaultSources.some((source) => source === value.from);

/** Returns what the value of a filter reads from the clock; undefined for any other value. */
export const clockOf = (value: unknown): Clock | undefined =>
  isDynamicDefault(value) && (value.from === 'today' || value.from === 'now') ? value.from : undefined;
