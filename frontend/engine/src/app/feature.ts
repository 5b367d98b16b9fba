import stated from 'virtual:bindery/features';
import type { ReadCall } from '@bindery/contract/api/create-routes.ts';
import type { LucideIcon } from 'lucide-react';
import type { TextKey } from '#frontend/shell/i18n/keys.ts';

/**
 * What an extension adds to the frame and the home page of the app: the default export of
 * `frontend/extensions/<resource>/feature.ts`. Its translations load with every page of the app if one of its
 * pages has `menu: 'tabs'`.
 */
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
 * The API calls of an extension's section of the home page,
 * `frontend/extensions/<resource>/parts/home-section.tsx`, whose responses are embedded in the document: the
 * default export of `frontend/extensions/<resource>/home.ts`, as plain data.
 */
export interface HomeData {
  readonly calls: readonly ReadCall[];
}

/** The features of all extensions. */
export const features: readonly AppFeature[] = Object.values(stated);
