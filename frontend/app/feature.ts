import type { LucideIcon } from 'lucide-react';
import type { TextKey } from '../i18n/keys.ts';

/** What a feature adds to the app: `frontend/app/<feature>/feature.ts` exports it as default. */
export interface AppFeature {
  /** The page that its tab and its button on the home page link to. */
  readonly to: `/app${string}`;
  readonly icon: LucideIcon;
  /** The text of the tab. */
  readonly tab: TextKey;
  /** A sentence about it on the home page, and the text of the button below. */
  readonly intro: TextKey;
  readonly browse: TextKey;
  /** It is shown to users who may read this resource. */
  readonly reads: string;
  /** The routes that fill the screen on phones, without tabs. */
  readonly fullScreen?: readonly string[];
}

/**
 * What a feature adds to the manager, by resource: `frontend/app/<feature>/manager.ts` exports it as default, as plain
 * data, because the build reads it too. Modules are named relative to `frontend`, as in the page table.
 */
export interface ManagerSlots {
  readonly [resource: string]: {
    /** A module `parts/manager-*.tsx` whose default export renders a picture of a record, given as `item`. */
    readonly cover?: string;
    /** The field that this picture shows, so that the page does not show it again. */
    readonly coverField?: string;
  };
}

/**
 * The API calls of a feature's section of the home page, `frontend/app/<feature>/parts/home-section.tsx`, whose responses are
 * embedded in the document: `frontend/app/<feature>/home.ts` exports them as default, as plain data.
 */
export interface HomeData {
  readonly calls: readonly string[];
}

/** The features, each of them a folder beside this file. */
export const features: readonly AppFeature[] = Object.values(
  import.meta.glob<AppFeature>('./*/feature.ts', { eager: true, import: 'default' }),
);
