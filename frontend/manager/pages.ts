import { BookOpen, Layers, type LucideIcon, Tags, Users } from 'lucide-react';
import type { ComponentType } from 'react';
import { needTexts } from '../i18n/texts.ts';
import type { Item } from './resource.ts';

/** What a piece of a record's page gets: the record, and a way to read it anew after a change. */
export interface RecordProps {
  readonly item: Item;
  readonly onChanged: () => void;
}

type Lazy<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** What a developer may add to the generated pages of a resource, or put in their place. All of it may be left out. */
export interface ResourcePages {
  /** Its sign in the menu. */
  readonly icon?: LucideIcon;
  /** Pages of one's own, in place of the generated ones. */
  readonly list?: Lazy<object>;
  readonly show?: Lazy<RecordProps>;
  readonly create?: Lazy<object>;
  readonly update?: Lazy<object>;
  /** Buttons beside Edit and Delete on the page of a record. */
  readonly actions?: Lazy<RecordProps>;
  /** The fields that the page of a record shows, where its panels tell of the others; all of them when left out. */
  readonly details?: readonly string[];
  /** Sections below the fields on the page of a record. */
  readonly panels?: readonly Lazy<RecordProps>[];
}

// The section is the one of the account page, and speaks with its texts.
const sessionsPanel = async () => {
  const [panel] = await Promise.all([import('./users/sessions-panel.tsx'), needTexts('account')]);
  return panel;
};

const pages: Readonly<Record<string, ResourcePages>> = {
  books: { icon: BookOpen },
  genres: { icon: Tags },
  users: {
    icon: Users,
    details: ['email', 'name', 'role'],
    panels: [() => import('./users/standing-panel.tsx'), sessionsPanel],
  },
};

/** What was added to the pages of a resource. */
export const pagesOf = (resource: string): ResourcePages => pages[resource] ?? {};

/** The sign of a resource in the menu. */
export const iconOf = (resource: string): LucideIcon => pagesOf(resource).icon ?? Layers;
