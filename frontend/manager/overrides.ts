import { BookOpen, Layers, type LucideIcon, Tags, Users } from 'lucide-react';
import type { ComponentType } from 'react';
import { loadNamespaces } from '../i18n/i18n.ts';
import type { TextKey } from '../i18n/keys.ts';
import type { ManagerRecord } from './resource.ts';
import { selfRestrictions } from './users/self-restrictions.ts';

/** What a piece of a record's page gets: the record, and a way to read it anew after a change. */
export interface RecordProps {
  readonly item: ManagerRecord;
  readonly onChanged: () => void;
}

/** What of a record nobody may change or delete, whatever their rights: the server refuses it. */
export interface Restrictions {
  /** The record cannot be deleted. */
  readonly record: boolean;
  /** Fields that cannot be changed, each with the key of the text that says why. */
  readonly fields: Readonly<Record<string, TextKey>>;
}

type Lazy<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** What a developer may add to the generated pages of a resource, or put in their place. All of it may be left out. */
export interface ResourceOverrides {
  /** Its sign in the menu. */
  readonly icon?: LucideIcon;
  /** Pages of one's own, in place of the generated ones. */
  readonly list?: Lazy<object>;
  readonly show?: Lazy<RecordProps>;
  readonly create?: Lazy<object>;
  readonly update?: Lazy<object>;
  /** Buttons beside Edit and Delete on the page of a record. */
  readonly actions?: Lazy<RecordProps>;
  /** Fields that a panel tells of, so that they do not stand among the others as well. */
  readonly inPanels?: readonly string[];
  /** Sections below the fields on the page of a record. */
  readonly panels?: readonly Lazy<RecordProps>[];
  /** What cannot be done to some records; all of it can where this is left out. */
  readonly kept?: (item: ManagerRecord) => Restrictions;
}

// The section is the one of the account page, and speaks with its texts.
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

/** What was added to the pages of a resource. */
export const overridesOf = (resource: string): ResourceOverrides => pages[resource] ?? {};

/** What of a record stays as it is. */
export const restrictionsOf = (resource: string, item: ManagerRecord): Restrictions =>
  overridesOf(resource).kept?.(item) ?? { record: false, fields: {} };

/** The sign of a resource in the menu. */
export const iconOf = (resource: string): LucideIcon => overridesOf(resource).icon ?? Layers;
