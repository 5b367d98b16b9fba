import icons from 'virtual:bindery/icons';
import restrictions from 'virtual:bindery/restrictions';
import slots from 'virtual:bindery/slots';
import type { ManagerSlots } from '@bindery/contract/api/extend/pages.ts';
import type { LucideIcon } from 'lucide-react';
import { loadSlot } from '#frontend/shell/extend/load-slot.ts';
import type { RecordProps, ResourceOverrides, Restrictions } from './overrides.ts';
import type { ManagerRecord } from './resource.ts';

/** The icons of extensions: of their resource in the menu, and of their pages by path. */
export interface ExtensionIcons {
  readonly resource?: LucideIcon;
  readonly [address: `/manager/${string}`]: LucideIcon;
}

/**
 * Returns the restrictions of a record: the default export of
 * `frontend/extensions/<resource>/restrictions.ts`.
 */
export type RestrictRecord = (item: ManagerRecord) => Restrictions;

/** Returns what an extension adds to the generated pages of its resource, or replaces on them. */
function toOverrides(resource: string, own: ManagerSlots): ResourceOverrides {
  const { inPanels = [], panels = [], namespaces = [], calls: _, ...slots } = own;
  const load = <Props>(slot: string) => loadSlot<Props>({ resource, slot, namespaces });
  const loads = Object.entries(slots).map(([name, slot]) => [name, load(slot)]);
  return {
    ...(Object.fromEntries(loads) as Omit<ResourceOverrides, 'panels' | 'inPanels'>),
    panels: panels.map((panel) => load<RecordProps>(panel)),
    inPanels,
  };
}

/**
 * The overrides of extensions, by resource: created once, because React needs a stable component identity.
 */
export const extensions: Map<string, ResourceOverrides> = new Map(
  Object.entries(slots).map(([file, own]) => {
    const resource = file.split('/')[2]!;
    return [resource, toOverrides(resource, own)] as const;
  }),
);

/** Returns the overrides of a resource's extension, without undefined ones. */
export const extensionOverrides = (resource: string): ResourceOverrides => extensions.get(resource) ?? {};

/** Returns the restrictions of a record from the extension of its resource; without one, there are none. */
export const restrictionsOf = (resource: string, item: ManagerRecord): Restrictions =>
  restrictions[`./extensions/${resource}/restrictions.ts`]?.(item) ?? { record: false, fields: {} };

/** Returns the icon that an extension provides for its resource. */
export const resourceIcon = (resource: string): LucideIcon | undefined =>
  icons[`./extensions/${resource}/icons.ts`]?.resource;

/** Returns the icon that an extension provides for one of its pages. */
export const pageIcon = (address: `/manager/${string}`): LucideIcon | undefined =>
  Object.values(icons).find((own) => Object.hasOwn(own, address))?.[address];
