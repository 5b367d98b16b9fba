import type { Pages } from '#contract/pages.ts';

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
  /** Fields that a panel shows, which are left out of the others. */
  readonly inPanels?: readonly string[];
}

/** Returns the namespaces of the texts in the manager's menu that pages of extensions add. */
export const menuNamespaces = (pages: Pages): readonly string[] => [
  ...new Set(Object.values(pages).flatMap(({ menu, namespaces = [] }) => (menu ? namespaces : []))),
];
