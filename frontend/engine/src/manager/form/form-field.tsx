import type { ResourceField } from '@bindery/contract/schema/index.ts';
import ConfigProvider from 'antd/es/config-provider';
import Form from 'antd/es/form';
import { type FocusEvent, Suspense, useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '#frontend/shell/components/skeleton.tsx';
import type { InputProps } from '../fields/base/field.ts';
import { fieldComponents } from '../fields/index.ts';
import { useLabels } from '../labels.ts';
import { ConditionalField } from './conditional-field.tsx';
import { focusAndSelectInput, focusInput } from './focus-input.ts';
import { useFormContext } from './form-context.ts';

interface FormFieldProps<Name extends string> {
  readonly name: Name;
}

/**
 * Renders one field of a form: label, input, help and error; with `when`, while it applies. Renders nothing
 * if the user may not write it.
 */
export function FormField<Name extends string>({ name }: FormFieldProps<Name>) {
  const { resource, initialValues, register } = useFormContext();
  const field = resource.fields[name];
  const isWritable = field !== undefined && !field.readOnly;
  useLayoutEffect(() => (isWritable ? register(name) : undefined), [register, name, isWritable]);
  if (!isWritable) return null;
  return (
    <ConditionalField resource={resource} field={field} initialValues={initialValues}>
      <FieldItem field={field} />
    </ConditionalField>
  );
}

function FieldItem({ field }: { field: ResourceField }) {
  const { t } = useTranslation();
  const labels = useLabels();
  const { resource, validation, first, kept: allKept, hints } = useFormContext();
  const { name } = field;
  const [kept, hint] = [allKept[name], hints[name]];
  const remark = kept ?? hint;
  const help = labels.help(resource, field);
  return (
    <Form.Item
      name={name}
      label={labels.field(resource, field)}
      extra={remark ? t(remark) : help && <bdi>{help}</bdi>}
      required={field.required || field.isRequiredWhen}
      rules={kept ? [] : [validation.ruleOf(field)]}
      data-field={name}
      data-may-be-first={kept || field.when ? undefined : true}
    >
      <FieldInput
        resource={resource}
        field={field}
        disabled={kept !== undefined}
        onRendered={name === first ? (hint ? focusAndSelectInput : focusInput) : undefined}
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
  const { Input, Placeholder } = fieldComponents(props.field.kind);
  const placeholder = Placeholder ? <Placeholder value={props.value} /> : <Skeleton block="var(--target)" />;
  return (
    <ConfigProvider componentDisabled={disabled}>
      <Suspense fallback={placeholder}>
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
