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
import { focusAndSelectInput, focusInput } from './focus-input.ts';
import type { FieldValidation } from './use-field-validation.ts';

export interface FormFieldProps {
  readonly resource: Resource;
  readonly field: ResourceField;
  /** The reason why the field is read-only; undefined when it can be changed. */
  readonly kept: TextKey | undefined;
  /** A remark that is more important than the help; undefined for none. */
  readonly hint: TextKey | undefined;
  /** Whether the field gets the focus when the form opens. */
  readonly isFirst: boolean;
  readonly validation: FieldValidation;
}

/** Renders one field of a form: label, input, help and error. */
export function FormField(props: FormFieldProps) {
  const { resource, field, kept, hint, isFirst, validation } = props;
  const { t } = useTranslation();
  const labels = useLabels();
  const remark = kept ?? hint;
  const help = labels.help(resource, field);
  return (
    <Form.Item
      name={field.name}
      label={labels.field(resource, field)}
      extra={remark ? t(remark) : help && <bdi>{help}</bdi>}
      required={field.required || field.isRequiredWhen}
      rules={kept ? [] : [validation.ruleOf(field)]}
    >
      <FieldInput
        resource={resource}
        field={field}
        disabled={kept !== undefined}
        onRendered={isFirst ? (hint ? focusAndSelectInput : focusInput) : undefined}
        onLeave={() => validation.onLeave(field)}
      />
    </Form.Item>
  );
}

interface FieldInputProps extends InputProps {
  disabled: boolean;
  onRendered: ((element: HTMLElement | null) => void) | undefined;
  onLeave: () => void;
}

/** Receives value and onChange from antd, and suspends until the actual input is loaded. */
function FieldInput({ disabled, onRendered, onLeave, ...props }: FieldInputProps) {
  const { Input } = fieldComponents(props.field.kind);
  return (
    <ConfigProvider componentDisabled={disabled}>
      <Suspense fallback={<Skeleton block="var(--target)" />}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: listens for the blur of the input within */}
        <div ref={onRendered} onBlur={(event) => isLeft(event) && onLeave()}>
          <Input {...props} />
        </div>
      </Suspense>
    </ConfigProvider>
  );
}

/** Returns whether the focus leaves an element. React's events also come from drawers that it opens elsewhere. */
const isLeft = ({ currentTarget, target, relatedTarget }: FocusEvent<HTMLElement>) =>
  currentTarget.contains(target) && !currentTarget.contains(relatedTarget);
