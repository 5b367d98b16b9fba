import { useForm } from '@refinedev/antd';
import Form from 'antd/es/form';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { AntdTheme } from '../antd/antd-theme.tsx';
import { CustomPage } from '../custom-page.tsx';
import { useLabels } from '../labels.ts';
import { Page } from '../layout/page.tsx';
import { overridesOf, restrictionsOf } from '../overrides.ts';
import { RecordPlaceholder, RecordState } from '../record-state.tsx';
import { addresses, labelOf, type ManagerRecord, onlyWith, useResource } from '../resource.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { CancelLink, PageForm } from './page-form.tsx';
import { type RecordFormTypes, type UpdateForm, useUpdateForm, useUpdateOptions } from './use-update-form.ts';

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
  const navigate = useNavigate();
  const page = addresses.show(resource.name, id);
  const options = useUpdateOptions(resource, id);
  const controller = useForm<RecordFormTypes[0], RecordFormTypes[1], RecordFormTypes[2]>(options);
  const onSaved = async () => navigate(page, { replace: true });
  const update = useUpdateForm({ resource, id, controller, options, onSaved });
  const { item } = update;
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
  const { controller, initial, save, fail, conflict } = update;
  const label = labelOf(resource, item);
  const page = addresses.show(resource.name, item.id);
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
        cancel={<CancelLink to={page} />}
        onSave={save}
        onFailure={fail}
      />
      {conflict && (
        <ConflictDialog
          resource={resource}
          versions={conflict.versions}
          onResolve={conflict.resolve}
          onClose={conflict.close}
        />
      )}
    </Page>
  );
}
