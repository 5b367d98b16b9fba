/** The parts of custom pages, in addition to the parts of lists, records and forms. */

export type { FieldNameIn, RecordIn } from '#frontend/shell/http/typed-records.ts';
export { useUndoToast } from '../bulk/use-bulk.ts';
export { useErrorTexts } from '../field-errors.ts';
export { FieldsForm } from '../form/fields-form.tsx';
export { FormField } from '../form/form-field.tsx';
export { FormSection } from '../form/section.tsx';
export { type Crumb, Page } from '../layout/page.tsx';
export { Panel } from '../show/panel.tsx';
export { useDoneToast } from '../toasts/done-toast.ts';
