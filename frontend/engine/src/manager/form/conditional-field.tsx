import { fieldApplies } from '@bindery/contract/records/rows/field-applies.ts';
import type { Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import Form from 'antd/es/form';
import type { ReactNode } from 'react';
import { type FormValues, toJson } from './values.ts';

interface ConditionalFieldProps {
  readonly resource: Resource;
  readonly field: ResourceField;
  readonly initialValues: FormValues;
  readonly children: ReactNode;
}

/**
 * Renders a field while it applies to the values of the form. Otherwise it has no value there, and so is
 * saved empty; the typed value returns when it applies again.
 */
export function ConditionalField(props: ConditionalFieldProps) {
  return props.field.when ? <WatchingField {...props} /> : props.children;
}

function WatchingField({ resource, field, initialValues, children }: ConditionalFieldProps) {
  const sources = Object.keys(field.when ?? {});
  const appliesTo = (values: FormValues) =>
    fieldApplies(
      resource,
      field,
      Object.fromEntries(sources.map((name) => [name, toJson(resource.fields[name]!, values[name])])),
    );
  // Undefined until the form has registered its fields.
  const isShown = Form.useWatch<boolean>(appliesTo, { preserve: true }) ?? appliesTo(initialValues);
  return isShown ? children : null;
}
