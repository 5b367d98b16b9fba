import type { AreaName, Pages } from '#contract/api/pages.ts';

/**
 * A module whose default export is a component, in the folder `manager` of the extension: `manager/panel.tsx`. Those
 * may use antd and Refine, which the light pages do without.
 */
export type Slot = `manager/${string}.tsx`;

/**
 * What an extension adds to the generated pages of its resource, or puts in their place:
 * `frontend/extensions/<resource>/manager.ts`. Plain data, because the build reads it too.
 */
export interface ManagerSlots {
  /** Pages that replace the generated ones. */
  readonly list?: Slot;
  readonly show?: Slot;
  readonly create?: Slot;
  readonly update?: Slot;
  readonly import?: Slot;
  /** The fields of all forms: of the pages that create and change a record, and of the drawers. */
  readonly form?: Slot;
  /** Buttons on the page of a record, in the menu of a row, and for selected records. */
  readonly actions?: Slot;
  readonly rowActions?: Slot;
  readonly bulkActions?: Slot;
  /** A picture of the record, before its fields. */
  readonly cover?: Slot;
  /** Sections below the fields of a record. */
  readonly panels?: readonly Slot[];
  /** A section of the dashboard, for users who may read the resource. */
  readonly dashboard?: Slot;
  /** Fields that a panel or the cover shows, which are left out of the others. */
  readonly inPanels?: readonly string[];
  /** Namespaces of texts that the modules need, in addition to that of the extension. */
  readonly namespaces?: readonly string[];
  /** Calls of the panels, which the server preloads with the page of a record. */
  readonly calls?: readonly PanelCall[];
}

/** A call of a panel on the page of a record. */
export interface PanelCall {
  /** It contains `:id`, the id of the record. */
  readonly path: string;
  /** The right that it takes. */
  readonly right?: readonly [resource: string, action: string];
  /** Whether it is left out on one's own page of a user. */
  readonly exceptOfOneself?: boolean;
}

/** Returns the namespaces of the texts that pages of extensions add to the menu of the manager, or to the tabs of the app. */
export const menuNamespaces = (pages: Pages, area: AreaName): readonly string[] => [
  ...new Set(
    Object.values(pages).flatMap((page) => (page.menu && page.area === area ? (page.namespaces ?? []) : [])),
  ),
];
