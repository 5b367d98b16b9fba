import type { Selection } from '@bindery/contract/records/resources/bulk.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';

/** The props of the dialogs for selected records. */
export interface BulkProps {
  readonly resource: Resource;
  readonly select: Selection;
  /** The number of selected records. */
  readonly count: number;
  /** The label of the record, if there is only one. */
  readonly label?: string | undefined;
  /** What distinguishes it from others with the same label. */
  readonly detail?: string | undefined;
  /** Called when a selected record no longer exists. */
  readonly onGone: (id: string) => void;
  /** Called when the records have been written. */
  readonly onDone: () => void;
  readonly onClose: () => void;
}
