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
  /** Why it cannot be changed; undefined where it can. */
  readonly kept: TextKey | undefined;
}

/** One field of a form: its label, its input, what helps to fill it in, and what is wrong with it. */
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
      rules={field.required ? [filledIn(message)] : []}
    >
      <InputInItsPlace resource={resource} field={field} disabled={kept !== undefined} />
    </Form.Item>
  );
}

/** A rule of antd's form: whatever the kind of the value, it is there, and not only spaces. */
const filledIn = (message: string) => ({
  validator: async (_: unknown, value: unknown) => {
    if (value === undefined || value === null || String(value).trim() === '') throw new Error(message);
  },
});

/** antd hands the value and its handler to this one; the input itself may still have to be loaded. */
function InputInItsPlace({ disabled, ...props }: InputProps & { disabled: boolean }) {
  const { Input } = fieldComponents(props.field.kind);
  return (
    <ConfigProvider componentDisabled={disabled}>
      <Suspense fallback={<Skeleton block="var(--target)" />}>
        <Input {...props} />
      </Suspense>
    </ConfigProvider>
  );
}
