import type { Resource } from '@bindery/contract/schema/index.ts';
import { useDrawerForm } from '@refinedev/antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#frontend/shell/components/button.tsx';
import { notifyError } from '#frontend/shell/components/notify-error.ts';
import type { ReferenceToCreate } from '../fields/base/field.ts';
import { useLabels } from '../labels.ts';
import { labelOf } from '../resource.ts';
import { ofNew } from '../row-rights.ts';
import { FormDrawer } from './form-drawer.tsx';
import { type RecordFormTypes, useFormOptions } from './form-options.ts';
import { LeaveQuestion, useUnsaved } from './leave-dialog.tsx';
import { RecordForm } from './record-form.tsx';
import { useRecordForm } from './use-record-form.ts';
import { bodyOf, type FormValues, valuesOfNew, writable } from './values.ts';

interface CreateDrawerProps {
  readonly request: ReferenceToCreate;
  readonly onClose: () => void;
}

/** Renders the form of a new record in a drawer above the form that refers to it. */
export default function CreateDrawer({ request, onClose }: CreateDrawerProps) {
  const { term, onCreated } = request;
  const target = ofNew(request.target);
  const { t } = useTranslation();
  const labels = useLabels();
  const [initial] = useState(() => valuesNamed(target, term));
  const [isAsking, setAsking] = useState(false);
  const controller = useDrawerForm<RecordFormTypes[0], RecordFormTypes[1], RecordFormTypes[2]>({
    ...useFormOptions(target),
    action: 'create',
    defaultVisible: true,
  });
  const state = useRecordForm({
    resource: target,
    controller,
    initial,
    isNew: true,
    name: `new-${target.name}`,
    onSave: async (values) => {
      const created = await controller.onFinish(bodyOf(target, values));
      if (!created) return;
      onCreated({ id: created.data.id, label: labelOf(target, created.data) });
      onClose();
    },
    onFailure: (error) => notifyError(error, labels.message(target, 'createFailed')),
  });
  useUnsaved(state.isUnsaved);
  const leave = () => (state.isUnsaved() ? setAsking(true) : onClose());
  return (
    <FormDrawer title={labels.message(target, 'new')} onClose={leave}>
      <RecordForm
        resource={target}
        state={state}
        initialValues={initial}
        action={t('manager.form.create')}
        cancel={
          <Button variant="quiet" onClick={leave}>
            {t('common.cancel')}
          </Button>
        }
      />
      {isAsking && <LeaveQuestion onLeave={onClose} onStay={() => setAsking(false)} />}
    </FormDrawer>
  );
}

/** Returns the values of a new record that the user has searched for: its name is the term. */
function valuesNamed(target: Resource, term: string): FormValues {
  const texts = writable(target).filter(({ search }) => search);
  const name = texts.find((field) => field.name === target.label) ?? texts[0];
  return { ...valuesOfNew(target), ...(name && { [name.name]: term }) };
}
