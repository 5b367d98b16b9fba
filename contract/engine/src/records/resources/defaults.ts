import type { DefaultSource } from '#contract/schema/dynamic-default.ts';
import type { ResourceField } from '#contract/schema/index.ts';

/** What dynamic defaults are taken from: the user who creates a record, and when (ISO 8601). */
export interface DefaultContext {
  /** Without an id for callers who are not signed in. */
  readonly user: { readonly id: string | null; readonly email?: string | null | undefined };
  readonly now: string;
  /** The day of `now` where the user is; by default that in UTC. */
  readonly today?: string;
}

const DAY_LENGTH = '2027-01-31'.length;

/** Returns the JSON value of a dynamic default; null where there is no user. */
export function dynamicDefault(
  source: DefaultSource,
  { user, now, today = now.slice(0, DAY_LENGTH) }: DefaultContext,
): string | null {
  switch (source) {
    case 'today':
      return today;
    case 'now':
      return now;
    case 'currentUser.id':
      return user.id;
    case 'currentUser.email':
      return user.email ?? null;
  }
}

/** Returns whether a field has a default, the same one or a dynamic one. */
export const hasDefault = ({
  default: value,
  defaultFrom,
}: Pick<ResourceField, 'default' | 'defaultFrom'>): boolean =>
  value !== undefined || defaultFrom !== undefined;
