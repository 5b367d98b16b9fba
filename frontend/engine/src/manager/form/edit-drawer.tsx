import type { Resource } from '@bindery/contract/schema/index.ts';
import { useDrawerForm } from '@refinedev/antd';
import Form from 'antd/es/form';
import { ChevronDown, ChevronUp } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { Button } from '#frontend/shell/components/button.tsx';
import { IconButton } from '#frontend/shell/components/icon-button.tsx';
import { AntdTheme } from '../antd/antd-theme.tsx';
import { shortLabel, useLabels } from '../labels.ts';
import { turnKey } from '../layout/turn-key.ts';
import { RecordState } from '../record-state.tsx';
import { labelOf } from '../resource.ts';
import { lockedFields, mayWith } from '../row-rights.ts';
import { ConcurrentChangeDialogs } from './concurrent-changes.tsx';
import { FormDrawer } from './form-drawer.tsx';
import type { RecordFormTypes } from './form-options.ts';
import { PageForm } from './page-form.tsx';
import { RefusedRecord } from './refused-record.tsx';
import { useUpdateForm, useUpdateOptions } from './use-update-form.ts';

interface EditDrawerProps {
  readonly resource: Resource;
  readonly id: string;
  /** Closes the drawer by changing the URL, so that the leave guard can ask first. */
  readonly onClose: () => void;
  /** Open the neighbouring records of the list; undefined at its ends. */
  readonly onPrevious?: (() => void) | undefined;
  readonly onNext?: (() => void) | undefined;
}

/** Renders the form that changes a record in a drawer above its list. */
export default function EditDrawer(props: EditDrawerProps) {
  return (
    <AntdTheme fallback={null}>
      {/* A form of its own for each record. */}
      <Drawer key={`${props.resource.name}/${props.id}`} {...props} />
    </AntdTheme>
  );
}

function Drawer({ resource, id, onClose, onPrevious, onNext }: EditDrawerProps) {
  const { t } = useTranslation();
  const labels = useLabels();
  const { pathname } = useLocation();
  const options = useUpdateOptions(resource, id);
  const controller = useDrawerForm<RecordFormTypes[0], RecordFormTypes[1], RecordFormTypes[2]>({
    ...options,
    action: 'edit',
    id,
    defaultVisible: true,
  });
  const update = useUpdateForm({ resource, id, controller, options, onSaved: onClose });
  const { record, item, initial, save, fail } = update;
  const isRefused = item !== undefined && !mayWith(resource, 'update', item);
  const title = item
    ? labels.message(resource, 'edit', { label: shortLabel(labelOf(resource, item)) })
    : t('common.loading');

  function turn(event: KeyboardEvent<HTMLElement>) {
    const go = { previous: onPrevious, next: onNext, none: undefined }[turnKey(event) ?? 'none'];
    if (!go) return;
    event.preventDefault();
    // The list below has its own keys.
    event.stopPropagation();
    go();
  }

  return (
    <FormDrawer
      title={title}
      onClose={onClose}
      onKeyDown={turn}
      actions={
        <>
          <TurnButton
            label={t('manager.forms.previous')}
            keys="Alt+K"
            onClick={onPrevious}
            icon={ChevronUp}
          />
          <TurnButton label={t('manager.forms.next')} keys="Alt+J" onClick={onNext} icon={ChevronDown} />
        </>
      }
    >
      {item && record.state === 'ready' && !isRefused ? (
        <PageForm
          resource={resource}
          controller={controller}
          initial={initial}
          isNew={false}
          name="quick-edit"
          draftName={`${pathname}?edit=${id}`}
          locked={lockedFields(resource, item)}
          action={t('manager.form.save')}
          cancel={
            <Button variant="quiet" onClick={onClose}>
              {t('common.cancel')}
            </Button>
          }
          onSave={save}
          onFailure={fail}
        />
      ) : (
        <>
          {record.state === 'ready' && isRefused ? (
            <RefusedRecord resource={resource} item={item} />
          ) : (
            <RecordState record={record} />
          )}
          {/* Refine resets the form at once, and antd warns about a form that is not rendered. */}
          <Form form={controller.form} component={false} />
        </>
      )}
      <ConcurrentChangeDialogs update={update} />
    </FormDrawer>
  );
}

interface TurnButtonProps {
  label: string;
  keys: string;
  onClick: (() => void) | undefined;
  icon: typeof ChevronUp;
}

function TurnButton({ label, keys, onClick, icon: Icon }: TurnButtonProps) {
  return (
    <IconButton
      label={label}
      title={`${label} (${keys.replace('+', ' ')})`}
      aria-keyshortcuts={keys}
      aria-disabled={onClick === undefined}
      onClick={onClick}
    >
      <Icon size={20} aria-hidden="true" />
    </IconButton>
  );
}
