import { BookOpen, Layers, type LucideIcon, Tags, Users } from 'lucide-react';
import type { ComponentType } from 'react';
import type { Selection } from '#contract/resources/bulk.ts';
import { loadNamespaces } from '../i18n/i18n.ts';
import type { TextKey } from '../i18n/keys.ts';
import { extensionOverrides, resourceIcon } from './extensions.ts';
import { coverOf } from './feature-slots.ts';
import type { ManagerRecord } from './resource.ts';
import type { LoadedRecord } from './use-record.ts';
import { selfRestrictions } from './users/self-restrictions.ts';

/**
 * Props of a custom component on a record's page: the record, and a callback that refetches it after a
 * change.
 */
export interface RecordProps {
  readonly item: ManagerRecord;
  readonly onChanged: () => void;
}

/** Props of a component in the bar about selected records. */
export interface BulkActionsProps {
  readonly select: Selection;
  readonly count: number;
  /** Ends the selection. */
  readonly onDone: () => void;
}

/** Limits on changing or deleting a record, regardless of the user's rights. The server enforces them. */
export interface Restrictions {
  /** The record cannot be deleted. */
  readonly record: boolean;
  /** Fields that cannot be changed, each with the key of the text that explains why. */
  readonly fields: Readonly<Record<string, TextKey>>;
}

/** Props of a custom page of a record: those of the generated one. */
export interface ShowPageProps extends RecordProps {
  readonly record: LoadedRecord;
}

type Lazy<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** Extensions and replacements of a resource's generated pages. All of them are optional. */
export interface ResourceOverrides {
  /** The icon in the menu. */
  readonly icon?: LucideIcon;
  /** Custom pages that replace the generated ones. */
  readonly list?: Lazy<object>;
  readonly show?: Lazy<ShowPageProps>;
  readonly create?: Lazy<object>;
  readonly update?: Lazy<object>;
  /** The fields of all forms: of the pages that create and change a record, and of the drawers. */
  readonly form?: Lazy<object>;
  /** Buttons beside Edit and Delete on a record's page. Records in an archive have no actions. */
  readonly actions?: Lazy<RecordProps>;
  /** Items of a row's menu (`role="menuitem"`), and buttons for selected records. */
  readonly rowActions?: Lazy<RecordProps>;
  readonly bulkActions?: Lazy<BulkActionsProps>;
  /** A picture of the record, before its fields. */
  readonly cover?: Lazy<RecordProps> | undefined;
  /** Fields that a panel shows, which are left out of the other fields. */
  readonly inPanels?: readonly string[];
  /** Sections below the fields on a record's page. */
  readonly panels?: readonly Lazy<RecordProps>[];
  /** Returns the restrictions of a record; without it, records have none. */
  readonly kept?: (item: ManagerRecord) => Restrictions;
}

// The panel contains the section of the account page, so it needs that page's namespace.
const sessionsPanel = async () => {
  const [panel] = await Promise.all([import('./users/sessions-panel.tsx'), loadNamespaces('account')]);
  return panel;
};

const pages: Readonly<Record<string, ResourceOverrides>> = {
  books: { icon: BookOpen },
  genres: { icon: Tags },
  users: {
    icon: Users,
    inPanels: ['emailVerified', 'onboardedAt', 'banned', 'banReason', 'banExpires'],
    panels: [() => import('./users/account-status-panel.tsx'), sessionsPanel],
    kept: selfRestrictions,
  },
};

const merged = new Map<string, ResourceOverrides>();

/** Returns the overrides of a resource, with what its extension and features of the app add to them. */
export function overridesOf(resource: string): ResourceOverrides {
  const known = merged.get(resource);
  if (known) return known;
  const [given, own] = [pages[resource] ?? {}, extensionOverrides(resource)];
  const all = {
    ...{ cover: coverOf(resource), ...given, ...own },
    panels: [...(given.panels ?? []), ...(own.panels ?? [])],
    inPanels: [...(given.inPanels ?? []), ...(own.inPanels ?? [])],
  };
  merged.set(resource, all);
  return all;
}

/** Returns the restrictions of a record. */
export const restrictionsOf = (resource: string, item: ManagerRecord): Restrictions =>
  overridesOf(resource).kept?.(item) ?? { record: false, fields: {} };

/** Returns the icon of a resource. */
export const iconOf = (resource: string): LucideIcon =>
  resourceIcon(resource) ?? overridesOf(resource).icon ?? Layers;
