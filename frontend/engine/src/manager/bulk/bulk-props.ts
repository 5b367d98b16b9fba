import type { Selection } from '@bindery/contract/records/resources/bulk.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';

/** What the dialogs about selected records are given. */
export interface BulkProps {
  readonly resource: Resource;
  readonly select: Selection;
  /** The number of selected records. */
  readonly count: number;
  /** The label of the record, if it is a single one. */
  readonly label?: string | undefined;
  /** What tells it from others with the same label. */
  readonly detail?: string | undefined;
  /** A selected record does not exist any more. */
  readonly onGone: (id: string) => void;
  /** The records have been written. */
  readonly onDone: () => void;
  readonly onClose: () => void;
}
