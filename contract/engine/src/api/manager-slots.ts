import type { ReadCall } from './create-routes.ts';

/**
 * A module in the folder `manager` of the extension, such as `manager/panel.tsx`, whose default export is a
 * component. It may use antd and Refine, unlike the light pages.
 */
export type Slot = `manager/${string}.tsx`;

/**
 * What an extension adds to the generated pages of its resource, or replaces on them:
 * `frontend/extensions/<resource>/manager.ts`. Plain data, because the build reads it too.
 */
export interface ManagerSlots {
  /** Pages that replace the generated ones. */
  readonly list?: Slot;
  readonly show?: Slot;
  readonly create?: Slot;
  readonly update?: Slot;
  readonly import?: Slot;
  /** The fields of all forms: on the pages that create and change a record, and in the drawers. */
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
  /** Fields that a panel or the cover shows, and the generated panels omit. */
  readonly inPanels?: readonly string[];
  /** Namespaces of translations that the modules need, in addition to the extension's own. */
  readonly namespaces?: readonly string[];
  /** Calls of the panels that the server preloads with the page of a record. */
  readonly calls?: readonly PanelCall[];
}

/** A call of a panel on the page of a record. */
export interface PanelCall {
  /** Contains `:id`, the id of the record. */
  readonly path: ReadCall;
  /** The right that the call requires. */
  readonly right?: readonly [resource: string, action: string];
  /** Whether to skip the call on the page of the signed-in user. */
  readonly exceptOfOneself?: boolean;
}
