import icons from 'virtual:bindery/icons';
import restrictions from 'virtual:bindery/restrictions';
import modules from 'virtual:bindery/slot-modules';
import slots from 'virtual:bindery/slots';
import unthemed from 'virtual:bindery/unthemed-slots';
import type { ManagerSlots } from '@bindery/contract/api/manager-slots.ts';
import type { BatchResult, Selection } from '@bindery/contract/records/resources/bulk.ts';
import { Layers, type LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import { hasTexts } from '#frontend/shell/i18n/backend.ts';
import { loadNamespaces } from '#frontend/shell/i18n/i18n.ts';
import type { Namespace, TextKey } from '#frontend/shell/i18n/keys.ts';
import type { LoadedRecord } from './record-state.tsx';
import type { ManagerRecord } from './resource.ts';
import { resourceIcons } from './resource-icons.ts';

/**
 * Props of a custom component on a record's page: the record, and a callback that refetches it after a
 * change. `RecordProps<RecordIn<'loans'>>` has the fields of the entry.
 */
export interface RecordProps<Item = ManagerRecord> {
  readonly item: Item;
  readonly onChanged: () => void;
}

/** Props of a component in the bar of selected records. */
export interface BulkActionsProps {
  readonly select: Selection;
  readonly count: number;
  /**
   * Ends the selection, and refetches lists and records. With the written batch (its id and the number of
   * records), a toast reports it and offers to undo it, as after the generated changes.
   */
  readonly onDone: (result?: BatchResult) => void;
}

/**
 * Limits on changing or deleting a record, regardless of the user's permissions. The server enforces them.
 */
export interface Restrictions {
  /** The record cannot be deleted. */
  readonly record: boolean;
  /** The record can be neither changed nor deleted. */
  readonly isFixed?: boolean;
  /** Fields that cannot be changed, each with the key of the text that explains why. */
  readonly fields: Readonly<Record<string, TextKey>>;
}

/** Props of a custom page of a record: those of the generated one. */
export interface ShowPageProps extends RecordProps {
  readonly record: LoadedRecord;
}

/** Loads a component when it is first shown. */
export interface Lazy<Props> {
  (): Promise<{ default: ComponentType<Props> }>;
  /** Whether the component uses nothing of antd, and so not its configuration either. */
  readonly isUnthemed?: boolean;
}

/** Extensions and replacements of a resource's generated pages. All of them are optional. */
export interface ResourceOverrides {
  /** Custom pages that replace the generated ones. */
  readonly list?: Lazy<object>;
  readonly show?: Lazy<ShowPageProps>;
  readonly create?: Lazy<object>;
  readonly update?: Lazy<object>;
  readonly import?: Lazy<object>;
  /** The fields of all forms: the pages that create and change a record, and the drawers. */
  readonly form?: Lazy<object>;
  /** Buttons next to Edit and Delete on a record's page. Archived records have no actions. */
  readonly actions?: Lazy<RecordProps>;
  /** Items of a row's menu (`role="menuitem"`), and buttons for selected records. */
  readonly rowActions?: Lazy<RecordProps>;
  readonly bulkActions?: Lazy<BulkActionsProps>;
  /** A picture of the record, before its fields. */
  readonly cover?: Lazy<RecordProps> | undefined;
  /** Fields that a panel shows and the other fields omit. */
  readonly inPanels?: readonly string[];
  /** A section of the dashboard. */
  readonly dashboard?: Lazy<object>;
  /** Sections below the fields on a record's page. */
  readonly panels?: readonly Lazy<RecordProps>[];
}

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

interface SlotOptions {
  readonly resource: string;
  /** The module, in the folder of the extension. */
  readonly slot: string;
  /** Additional namespaces that it needs. */
  readonly namespaces: readonly string[];
}

/** Returns the loader of an extension's component together with the extension's translations. */
function loadSlot<Props>({ resource, slot, namespaces }: SlotOptions): Lazy<Props> {
  const load = modules[`./extensions/${resource}/${slot}`];
  const texts = [...(hasTexts(resource) ? [resource] : []), ...(namespaces as Namespace[])];
  const loadComponent = async () => {
    if (!load) throw new Error(`There is no frontend/extensions/${resource}/${slot}`);
    // Its file defines the props; no other code knows the modules of extensions.
    const [module] = await Promise.all([load(), loadNamespaces(...texts)]);
    return module as Awaited<ReturnType<Lazy<Props>>>;
  };
  return Object.assign(loadComponent, { isUnthemed: unthemed.includes(`${resource}/${slot}`) });
}

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

/**
 * Returns the overrides of a resource: the additions of its extension to the generated pages, and the
 * replacements.
 */
export const overridesOf = (resource: string): ResourceOverrides => extensions.get(resource) ?? {};

/** Returns the restrictions of a record from the extension of its resource; without one, there are none. */
export const restrictionsOf = (resource: string, item: ManagerRecord): Restrictions =>
  restrictions[`./extensions/${resource}/restrictions.ts`]?.(item) ?? { record: false, fields: {} };

/** Returns the icon of a resource: that of its extension or of resources.config.ts. */
export const iconOf = (resource: string): LucideIcon =>
  icons[`./extensions/${resource}/icons.ts`]?.resource ?? resourceIcons[resource] ?? Layers;

/** Returns the icon that an extension provides for one of its pages. */
export const pageIcon = (address: `/manager/${string}`): LucideIcon | undefined =>
  Object.values(icons).find((own) => Object.hasOwn(own, address))?.[address];
