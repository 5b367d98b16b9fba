import Form from 'antd/es/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { shortLabel } from '#frontend/shell/i18n/format.ts';
import { AntdTheme } from '../antd/antd-theme.tsx';
import { CustomPage } from '../custom-page.tsx';
import { useLabels } from '../labels.ts';
import { useLeaveFor } from '../layout/leave-page.ts';
import { Page } from '../layout/page.tsx';
import { overridesOf } from '../overrides.ts';
import { RecordPlaceholder, RecordState } from '../record-state.tsx';
import { addresses, labelOf, onlyWith, useResource } from '../resource.ts';
import { mayWith } from '../row-rights.ts';
import { ConcurrentChangeDialogs } from './concurrent-changes.tsx';
import { CancelLink, PageForm } from './page-form.tsx';
import { ReadOnlyRecord } from './read-only-record.tsx';
import { type UpdateForm, useUpdateForm } from './use-update-form.ts';

/** Throws 404 for an unknown resource, 403 without the right. */
export const loader = onlyWith('update');

/** Renders the page that changes a record, or the custom page that overrides it. */
export function Component() {
  const { name } = useResource();
  const { id = '' } = useParams();
  const { update } = overridesOf(name);
  // A key resets the state when the record changes.
  const key = `${name}/${id}`;
  return update ? <CustomPage key={key} load={update} props={{}} /> : <GeneratedPage key={key} />;
}

/** Renders a form with the same parts as a page from `npm run bindery eject`. */
function GeneratedPage() {
  const page = useUpdatePage();
  return (
    <UpdateFrame page={page}>
      <UpdateRecordForm page={page} />
    </UpdateFrame>
  );
}

/**
 * Returns the state of the page that changes the record in its URL: the form, and the questions of a
 * conflict.
 */
export function useUpdatePage(): UpdateForm {
  const resource = useResource();
  const { id = '' } = useParams();
  const leaveFor = useLeaveFor();
  const onSaved = () => leaveFor(addresses.show(resource.name, id));
  return useUpdateForm({ resource, id, onSaved });
}

interface UpdateFrameProps {
  readonly page: UpdateForm;
  /** The parts of the page, which are rendered once the record is loaded. */
  readonly children: ReactNode;
}

/**
 * Renders the page that changes a record around its parts: breadcrumbs and heading. If the user may not
 * change it, says why.
 */
export function UpdateFrame({ page, children }: UpdateFrameProps) {
  const { t } = useTranslation();
  const labels = useLabels();
  const { resource, item, record, form } = page;
  const label = item && labelOf(resource, item);
  const isOffered = item !== undefined && mayWith(resource, 'update', item);
  return (
    <AntdTheme fallback={<RecordPlaceholder />}>
      {item && label !== undefined ? (
        <Page
          title={labels.message(resource, 'edit', { label: shortLabel(label) })}
          crumb={t('manager.show.edit')}
          crumbs={[
            { label: labels.plural(resource), to: addresses.list(resource.name) },
            { label, to: addresses.show(resource.name, item.id) },
          ]}
          narrow
        >
          {isOffered ? children : <ReadOnlyRecord resource={resource} item={item} />}
        </Page>
      ) : (
        <RecordState record={record} />
      )}
      {/* Refine resets the form at once, and antd warns about a form that is not rendered. */}
      {!isOffered && <Form form={form.controller.form} component={false} />}
    </AntdTheme>
  );
}

interface UpdateRecordFormProps {
  readonly page: UpdateForm;
  /** The fields, in sections or not; by default those of the entry. */
  readonly children?: ReactNode;
}

/**
 * Renders the form that changes a record. Asks before the page is left, saves a draft, and lets the user
 * choose field by field if another user has changed the record meanwhile.
 */
export function UpdateRecordForm({ page, children }: UpdateRecordFormProps) {
  const { resource, item, form } = page;
  if (!item) return null;
  return (
    <>
      <PageForm {...form} item={item} cancel={<CancelLink to={addresses.show(resource.name, item.id)} />}>
        {children}
      </PageForm>
      <ConcurrentChangeDialogs update={page} />
    </>
  );
}
