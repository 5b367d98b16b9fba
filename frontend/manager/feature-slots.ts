import type { ComponentType } from 'react';
import type { ManagerSlots } from '../app/feature.ts';
import type { RecordProps } from './overrides.ts';

type Load = () => Promise<{ default: ComponentType<RecordProps> }>;

const slots = Object.values(
  import.meta.glob<ManagerSlots>('../app/*/manager.ts', { eager: true, import: 'default' }),
);
const modules: Readonly<Record<string, Load>> = import.meta.glob<Awaited<ReturnType<Load>>>(
  '../app/*/parts/manager-*.tsx',
);

const slotOf = (resource: string) => slots.findLast((slot) => Object.hasOwn(slot, resource))?.[resource];

/** Returns the field that the cover of a resource's records shows; undefined if none does. */
export const coverFieldOf = (resource: string): string | undefined => slotOf(resource)?.coverField;

/** Returns the cover that a feature of the app gives the records of a resource; undefined if none does. */
export function coverOf(resource: string): Load | undefined {
  const cover = slotOf(resource)?.cover;
  return cover === undefined ? undefined : modules[`../${cover}`];
}
