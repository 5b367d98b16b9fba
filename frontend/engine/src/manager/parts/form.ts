/** The parts of forms, for extensions and for the generated forms. */

export type { FieldNameIn } from '#frontend/shell/http/typed-records.ts';
export { CreateFrame, CreateRecordForm, useCreatePage } from '../form/create-frame.tsx';
export { FormField } from '../form/form-field.tsx';
export { FormSection } from '../form/section.tsx';
export { UpdateFrame, UpdateRecordForm, useUpdatePage } from '../form/update-frame.tsx';
