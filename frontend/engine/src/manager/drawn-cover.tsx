import type { Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import { type ReactNode, Suspense } from 'react';
import { CustomSlot } from './custom-page.tsx';
import { overridesOf } from './overrides.ts';
import type { ManagerRecord } from './resource.ts';

/**
 * Returns what the cover of a record draws instead of its image, for the field of the image; undefined for
 * others.
 */
export function drawnCoverOf(
  { resource, field, item }: { resource: Resource; field: ResourceField; item: ManagerRecord | undefined },
  fallback: ReactNode,
): ReactNode {
  const { cover: load, inPanels = [] } = overridesOf(resource.name);
  if (!load || !item || !field.upload?.isImage || !inPanels.includes(field.name)) return undefined;
  return (
    <Suspense fallback={fallback}>
      <CustomSlot load={load} props={{ item: { ...item, [field.name]: null }, onChanged: () => {} }} />
    </Suspense>
  );
}
