/** The parts of a record's page, for extensions and for the generated page. */

export type { FieldNameIn } from '#frontend/shell/http/typed-records.ts';
export type { RecordProps, ShowPageProps } from '../overrides.ts';
export { RelatedPanels } from '../related/related-panels.tsx';
export { Detail, Details, DetailsSection } from '../show/details.tsx';
export { HistoryPanel } from '../show/history-panel.tsx';
export { Panel } from '../show/panel.tsx';
export { RecordActions } from '../show/record-actions.tsx';
export { RecordFrame, RecordPanels } from '../show/record-frame.tsx';
