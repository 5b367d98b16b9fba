import ConfigProvider from 'antd/es/config-provider';
import Form from 'antd/es/form';
import { type FocusEvent, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Resource, ResourceField } from '#contract/schema/index.ts';
import { Skeleton } from '../../components/skeleton.tsx';
import type { TextKey } from '../../i18n/keys.ts';
import type { InputProps } from '../fields/field.ts';
import { fieldComponents } from '../fields/index.ts';
import { useLabels } from '../labels.ts';
import type { FieldValidation } from './use-field-validation.ts';

export interface FormFieldProps {
  readonly resource: Resource;
  readonly field: ResourceField;
  /** The reason why the field is read-only; undefined when it can be changed. */
  readonly kept: TextKey | undefined;
  readonly validation: FieldValidation;
}

/** Renders one field of a form: label, input, help and error. */
export function FormField({ resource, field, kept, validation }: FormFieldProps) {
  const { t } = useTranslation();
  const labels = useLabels();
  return (
    <Form.Item
      name={field.name}
      label={labels.field(resource, field)}
      extra={kept ? t(kept) : labels.help(field)}
      required={field.required}
      rules={kept ? [] : [validation.ruleOf(field)]}
    >
      <FieldInput
        resource={resource}
        field={field}
        disabled={kept !== undefined}
        onLeave={() => validation.onLeave(field)}
      />
    </Form.Item>
  );
}

/** Receives value and onChange from antd, and suspends until the actual input is loaded. */
function FieldInput({
  disabled,
  onLeave,
  ...props
}: InputProps & { disabled: boolean; onLeave: () => void }) {
  const { Input } = fieldComponents(props.field.kind);
  return (
    <ConfigProvider componentDisabled={disabled}>
      <Suspense fallback={<Skeleton block="var(--target)" />}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: listens for the blur of the input within */}
        <div onBlur={(event) => isLeft(event) && onLeave()}>
          <Input {...props} />
        </div>
      </Suspense>
    </ConfigProvider>
  );
}

/** Returns whether the focus leaves an element. React's events also come from drawers that it opens elsewhere. */
const isLeft = ({ currentTarget, target, relatedTarget }: FocusEvent<HTMLElement>) =>
  currentTarget.contains(target) && !currentTarget.contains(relatedTarget);
