import type { FieldValues } from '@bindery/contract/records/resources/types.ts';
import type { Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import type { RegisteredResources, ResourceName } from '@bindery/contract/schema/register.ts';
import Form from 'antd/es/form';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { notifyError } from '#frontend/shell/components/notify-error.ts';
import type { FieldNameIn, RecordIn } from '#frontend/shell/http/typed-records.ts';
import { loadNamespaces } from '#frontend/shell/i18n/i18n.ts';
import { type ManagerRecord, resourceNamed } from '../resource.ts';
import { FormField } from './form-field.tsx';
import { RecordForm, type RecordFormProps } from './record-form.tsx';
import { useRecordForm } from './use-record-form.ts';
import { bodyOf, type FormValues, valuesOf, valuesOfNew } from './values.ts';

/** Values of fields of a resource, in the API's input form. */
type ValuesIn<N extends ResourceName> =
  RegisteredResources[N] extends Resource<infer F, string, string> ? FieldValues<F> : never;

interface FieldsFormProps<N extends ResourceName, Names extends FieldNameIn<N>> {
  /** The resource of the fields. */
  readonly of: N;
  /** The fields of the form, in order; including read-only ones, because `onSave` decides. */
  readonly fields: readonly Names[];
  /** The initial values, as the API returns them; by default those of a new record. */
  readonly initial?: Partial<Pick<RecordIn<N>, Names>>;
  /** The label of the submit button. */
  readonly action: string;
  /** The links or buttons next to it. */
  readonly cancel?: ReactNode;
  /** The toast for an error without fields and reason. */
  readonly failed: string;
  /** Saves the values in the API's input form; the form then has its initial state. Shows what it throws. */
  readonly onSave: (values: Pick<ValuesIn<N>, Names & keyof ValuesIn<N>>) => Promise<void>;
  /** The fields, each as a `FormField`, in sections or not; by default those of `fields`. */
  readonly children?: ReactNode;
}

/**
 * Renders a form with the inputs of some fields of a resource, for custom pages: it validates like the entry,
 * and shows the server's errors below their fields.
 */
export function FieldsForm<N extends ResourceName, Names extends FieldNameIn<N>>(
  props: FieldsFormProps<N, Names>,
) {
  const [round, setRound] = useState(0);
  const resource = resourceNamed(props.of);
  // The namespace of field errors.
  useEffect(() => void loadNamespaces('errors').catch(() => undefined), []);
  if (!resource) return null;
  const { fields, initial, onSave, ...form } = props;
  return (
    <OneForm
      key={round}
      {...form}
      resource={withFields(resource, fields)}
      initial={initial}
      // Whatever the names of the fields are, these are their values.
      onSave={(values) => onSave(values as Parameters<typeof onSave>[0])}
      onSaved={() => setRound(round + 1)}
    />
  );
}

/** Returns a resource with only some of its fields, in this order, without `when` on other fields. */
function withFields(resource: Resource, names: readonly string[]): Resource {
  const known = names.filter((name) => resource.fields[name] !== undefined);
  const isKnown = (name: string) => known.includes(name);
  const fieldOf = (name: string): ResourceField => {
    const field = resource.fields[name]!;
    const { when } = field;
    return { ...field, readOnly: false, when: when && Object.keys(when).every(isKnown) ? when : undefined };
  };
  const fields = Object.fromEntries(known.map((name) => [name, fieldOf(name)]));
  return { ...resource, fields, layout: [{ name: '', title: '', columns: 1, fields: known }] };
}

interface OneFormProps {
  readonly resource: Resource;
  readonly initial: object | undefined;
  readonly failed: string;
  readonly onSave: (values: FormValues) => Promise<void>;
  readonly onSaved: () => void;
}

function OneForm(props: OneFormProps & Pick<RecordFormProps, 'action' | 'cancel' | 'children'>) {
  const { resource, initial: given, failed, onSave, onSaved, children, ...buttons } = props;
  const name = useId();
  const [form] = Form.useForm<FormValues>();
  const [isPending, setPending] = useState(false);
  const [initial] = useState(() => {
    const fresh = valuesOfNew(resource);
    if (!given) return fresh;
    const ofRecord = valuesOf(resource, { id: '', ...given } satisfies ManagerRecord);
    return Object.fromEntries(
      Object.keys(fresh).map((field) => [field, field in given ? ofRecord[field] : fresh[field]]),
    );
  });
  const state = useRecordForm({
    resource,
    initial,
    name,
    controller: { form, formProps: { form }, mutation: { isPending } },
    isNew: true,
    onSave: async (values) => {
      setPending(true);
      try {
        await onSave(bodyOf(resource, values));
        onSaved();
      } finally {
        setPending(false);
      }
    },
    onFailure: (error) => notifyError(error, failed),
  });
  return (
    <RecordForm resource={resource} state={state} initialValues={initial} {...buttons}>
      {children ?? Object.keys(resource.fields).map((field) => <FormField key={field} name={field} />)}
    </RecordForm>
  );
}
