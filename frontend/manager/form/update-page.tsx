import Form from 'antd/es/form';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { AntdTheme } from '../antd/antd-theme.tsx';
import { CustomPage } from '../custom-page.tsx';
import { useLabels } from '../labels.ts';
import { Page } from '../layout/page.tsx';
import { overridesOf, restrictionsOf } from '../overrides.ts';
import { RecordPlaceholder, RecordState } from '../record-state.tsx';
import { addresses, labelOf, type ManagerRecord, onlyWith, useResource } from '../resource.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { PageForm } from './page-form.tsx';
import { type UpdateForm, useUpdateForm } from './use-update-form.ts';

export const loader = onlyWith('update');

/** Renders the page that changes a record. */
export function Component() {
  const { name } = useResource();
  const { id = '' } = useParams();
  const { update } = overridesOf(name);
  return update ? <CustomPage load={update} props={{}} /> : <LoadedPage key={`${name}/${id}`} id={id} />;
}

function LoadedPage({ id }: { id: string }) {
  const resource = useResource();
  const update = useUpdateForm(resource, id);
  const { item } = update.record;
  return (
    <AntdTheme fallback={<RecordPlaceholder />}>
      {item ? (
        <GeneratedPage update={update} item={item} />
      ) : (
        <>
          <RecordState record={update.record} />
          {/* Refine resets the form at once, and antd warns about a form that is not rendered. */}
          <Form form={update.controller.form} component={false} />
        </>
      )}
    </AntdTheme>
  );
}

function GeneratedPage({ update, item }: { update: UpdateForm; item: ManagerRecord }) {
  const { t } = useTranslation();
  const resource = useResource();
  const labels = useLabels();
  const { controller, initial, page, save, fail, conflict, closeConflict } = update;
  const label = labelOf(resource, item);
  return (
    <Page
      title={labels.message(resource, 'edit', { label })}
      crumbs={[
        { label: labels.plural(resource), to: addresses.list(resource.name) },
        { label, to: page },
      ]}
    >
      <PageForm
        resource={resource}
        controller={controller}
        initial={initial}
        isNew={false}
        kept={restrictionsOf(resource.name, item).fields}
        action={t('manager.form.save')}
        cancelTo={page}
        onSave={save}
        onFailure={fail}
      />
      {conflict && <ConflictDialog resource={resource} conflict={conflict} onClose={closeConflict} />}
    </Page>
  );
}
