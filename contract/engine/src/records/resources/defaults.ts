import { DAY_LENGTH } from '#contract/schema/fields/date.ts';
import type { DefaultSource } from '#contract/schema/fields/dynamic-default.ts';
import type { ResourceField } from '#contract/schema/index.ts';

/** The input of dynamic defaults: the user who creates a record, and when (ISO 8601). */
export interface DefaultContext {
  /** Without an id for callers without a session. */
  readonly user: { readonly id: string | null; readonly email?: string | null | undefined };
  readonly now: string;
  /** The day of `now` in the user's time zone; in UTC by default. */
  readonly today?: string;
}

/** Returns the JSON value of a dynamic default; null without a user. */
export function dynamicDefault(
  source: DefaultSource,
  { user, now, today = now.slice(0, DAY_LENGTH) }: DefaultContext,
): string | null {
  const values = { today, now, 'currentUser.id': user.id, 'currentUser.email': user.email ?? null };
  return values[source];
}

/** Returns whether a field has a default, static or dynamic. */
export const hasDefault = (field: Pick<ResourceField, 'default' | 'defaultFrom'>): boolean =>
  field.default !== undefined || field.defaultFrom !== undefined;
