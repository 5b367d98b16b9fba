import { parameterOf } from '@bindery/contract/records/resources/fields.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { type ActiveFilter, toAddressFilters } from './active-filters.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The parameters of the dashboard's links to them, besides the time of their creation. */
const LATE = {
  notVerified: { banned: 'false', emailVerified: 'false' },
  notOnboarded: { banned: 'false', emailVerified: 'true', onboardedAt_null: 'true' },
} as const;

/** What users have not done a day after their creation: those that `usersOf` of the server counts. */
type Late = keyof typeof LATE;

/** Filters that one chip shows: those of users who are late, or a single one. */
export interface ChipFilters {
  readonly late?: Late | undefined;
  readonly filters: readonly ActiveFilter[];
}

/** Returns the filters of a list by chip. */
export function toChips(resource: Resource, filters: readonly ActiveFilter[]): ChipFilters[] {
  const late = resource.name === 'users' ? findLate(filters) : undefined;
  const others = filters.filter((filter) => !late?.filters.includes(filter));
  return [...(late ? [late] : []), ...others.map((filter) => ({ filters: [filter] }))];
}

function findLate(filters: readonly ActiveFilter[]): ChipFilters | undefined {
  for (const late of Object.keys(LATE) as Late[]) {
    const values: Readonly<Record<string, string>> = LATE[late];
    const parts = filters.filter((filter) => {
      const [one, ...others] = toAddressFilters([filter]);
      if (!one || others.length + one.values.length > 1) return false;
      const parameter = parameterOf(one.field, one.operator);
      return parameter === 'createdAt_lte'
        ? Date.parse(one.values[0]!) <= Date.now() - DAY_MS
        : values[parameter] === one.values[0];
    });
    if (parts.length === Object.keys(values).length + 1) return { late, filters: parts };
  }
  return undefined;
}
