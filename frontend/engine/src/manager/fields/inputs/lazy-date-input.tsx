import { lazy, Suspense } from 'react';
import { Skeleton } from '#frontend/shell/components/skeleton.tsx';
import type { FilterProps } from '../base/field.ts';
import type { DayFieldProps } from './date-input.tsx';

const load = () => import('./date-input.tsx');

/** The input of a date in a form. Forms show a placeholder until it is loaded. */
export const DateInput = lazy(async () => ({ default: (await load()).DateInput }));

const LoadedFilter = lazy(async () => ({ default: (await load()).DateFilter }));

/** Renders the input of a date that values are compared with. */
export const DateFilter = (props: FilterProps) => (
  <Suspense fallback={<Skeleton block="var(--target)" />}>
    <LoadedFilter {...props} />
  </Suspense>
);

const LoadedField = lazy(async () => ({ default: (await load()).DayField }));

/** Renders a day with its label, outside of the forms of records. */
export const DayField = (props: DayFieldProps) => (
  <Suspense fallback={<Skeleton block="calc(var(--target) + 1.5rem)" />}>
    <LoadedField {...props} />
  </Suspense>
);
