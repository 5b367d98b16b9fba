import type { Resource } from '@bindery/contract/schema/index.ts';
import { useForm } from '@refinedev/antd';
import type { HttpError } from '@refinedev/core';
import { AntdTheme } from '../antd/antd-theme.tsx';
import { useFormOptions } from '../form/form-options.ts';
import { RecordForm } from '../form/record-form.tsx';
import { useRecordForm } from '../form/use-record-form.ts';
import { bodyOf, type FormValues } from '../form/values.ts';
import type { ManagerRecord } from '../resource.ts';
import { openManager } from './manager-fixture.tsx';

interface Opened {
  readonly resource: Resource;
  /** The initial values. */
  readonly initial: FormValues;
  /** The record before the changes; undefined for a new one. */
  readonly item?: ManagerRecord;
  /** The name of the button that saves. */
  readonly action: 'Create' | 'Save';
  /** Receives the values of each save; the form stays open. */
  readonly saved: FormValues[];
}

/** Opens the form of a record of a test's resource. */
export async function openRecordForm({ resource, initial, item, action, saved }: Opened): Promise<void> {
  function TestForm() {
    const controller = useForm<ManagerRecord, HttpError, FormValues>(useFormOptions(resource));
    const state = useRecordForm({
      resource,
      controller,
      initial,
      isNew: action === 'Create',
      onSave: async (values) => {
        saved.push(bodyOf(resource, values));
        throw new Error('stay in the form');
      },
      onFailure: () => {},
    });
    return (
      <RecordForm
        resource={resource}
        state={state}
        initialValues={initial}
        item={item}
        action={action}
        cancel={null}
      />
    );
  }
  const Component = () => (
    <AntdTheme fallback={null}>
      <TestForm />
    </AntdTheme>
  );
  await openManager('/', [{ path: '/', Component }]);
}
