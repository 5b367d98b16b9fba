import ConfigProvider from 'antd/es/config-provider';
import Form from 'antd/es/form';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Resource, ResourceField } from '#contract/schema/index.ts';
import { Skeleton } from '../../components/skeleton.tsx';
import type { TextKey } from '../../i18n/keys.ts';
import type { InputProps } from '../fields/field.ts';
import { fieldComponents } from '../fields/index.ts';
import { useLabels } from '../labels.ts';
import { errorTexts } from './field-errors.ts';

export interface FormFieldProps {
  readonly resource: Resource;
  readonly field: ResourceField;
  /** The reason why the field is read-only; undefined when it can be changed. */
  readonly kept: TextKey | undefined;
}

/** Renders one field of a form: label, input, help and error. */
export function FormField({ resource, field, kept }: FormFieldProps) {
  const { t } = useTranslation();
  const labels = useLabels();
  const message = errorTexts(resource, labels)(field.name, { key: 'errors.required' });
  return (
    <Form.Item
      name={field.name}
      label={labels.field(resource, field)}
      extra={kept ? t(kept) : labels.help(field)}
      required={field.required}
      rules={field.required ? [notBlank(message)] : []}
    >
      <FieldInput resource={resource} field={field} disabled={kept !== undefined} />
    </Form.Item>
  );
}

/** A required rule for antd's form, for values of any kind; rejects whitespace only. */
const notBlank = (message: string) => ({
  validator: async (_: unknown, value: unknown) => {
    if (value === undefined || value === null || String(value).trim() === '') throw new Error(message);
  },
});

/** Receives value and onChange from antd, and suspends until the actual input is loaded. */
function FieldInput({ disabled, ...props }: InputProps & { disabled: boolean }) {
  const { Input } = fieldComponents(props.field.kind);
  return (
    <ConfigProvider componentDisabled={disabled}>
      <Suspense fallback={<Skeleton block="var(--target)" />}>
        <Input {...props} />
      </Suspense>
    </ConfigProvider>
  );
}
