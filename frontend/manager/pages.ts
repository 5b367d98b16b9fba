import { BookOpen, Layers, type LucideIcon, Tags, Users } from 'lucide-react';
import type { ComponentType } from 'react';
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
  /** Sections below the fields on the page of a record. */
  readonly panels?: readonly Lazy<RecordProps>[];
}

const pages: Readonly<Record<string, ResourcePages>> = {
  books: { icon: BookOpen },
  genres: { icon: Tags },
  users: { icon: Users },
};

/** What was added to the pages of a resource. */
export const pagesOf = (resource: string): ResourcePages => pages[resource] ?? {};

/** The sign of a resource in the menu. */
export const iconOf = (resource: string): LucideIcon => pagesOf(resource).icon ?? Layers;
