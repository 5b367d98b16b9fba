import type { Resource } from '@bindery/contract/schema/index.ts';
import { useForm } from '@refinedev/antd';
import type { HttpError } from '@refinedev/core';
import ConfigProvider from 'antd/es/config-provider';
import Form from 'antd/es/form';
import { ChevronDown, ChevronUp, Maximize2, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { Button, buttonClass } from '#frontend/shell/components/button.tsx';
import { classNames } from '#frontend/shell/components/class-names.ts';
import { IconButton } from '#frontend/shell/components/icon-button.tsx';
import { Modal } from '#frontend/shell/components/modal.tsx';
import { notifyError } from '#frontend/shell/components/notify-error.ts';
import { shortLabel } from '#frontend/shell/i18n/format.ts';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { AntdTheme } from '../antd/antd-theme.tsx';
import type { ReferenceToCreate } from '../fields/base/field.ts';
import { useLabels } from '../labels.ts';
import { turnKey } from '../layout/turn-key.ts';
import { RecordState } from '../record-state.tsx';
import { addresses, labelOf, type ManagerRecord } from '../resource.ts';
import { mayWith, ofNew } from '../row-rights.ts';
import { ConcurrentChangeDialogs } from './concurrent-changes.tsx';
import styles from './drawers.module.css';
import { useFormOptions } from './form-options.ts';
import { FormPlaceholder } from './form-placeholder.tsx';
import { LeaveQuestion, useUnsaved } from './leave-dialog.tsx';
import { PageForm } from './page-form.tsx';
import { ReadOnlyRecord } from './read-only-record.tsx';
import { RecordForm } from './record-form.tsx';
import { useRecordForm } from './use-record-form.ts';
import { useUpdateForm } from './use-update-form.ts';
import { bodyOf, type FormValues, valuesOfNew, writable } from './values.ts';

interface FormDrawerProps {
  readonly title: string;
  /** Links and buttons next to the title, on phones below it. */
  readonly actions?: ReactNode;
  readonly onClose: () => void;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
  readonly children: ReactNode;
}

/**
 * Renders a form next to the page, above it on narrow screens. Mount it to open it, unmount it to close it.
 */
function FormDrawer({ title, actions, onClose, onKeyDown, children }: FormDrawerProps) {
  const { t } = useTranslation();
  const titleId = useId();
  return (
    <Modal
      className={styles.drawer}
      aria-labelledby={titleId}
      onKeyDownCapture={keepOpenWithChoices}
      onKeyDown={(event) => isWithin(event) && onKeyDown?.(event)}
      onClose={onClose}
    >
      <div className={styles.sheet}>
        <header className={styles.head}>
          {/* biome-ignore lint/a11y/noAutofocus: a dialog opens with the focus on its title, as a page does */}
          <h2 id={titleId} className="line-clamp" tabIndex={-1} autoFocus title={title}>
            <bdi>{title}</bdi>
          </h2>
          {actions && <div className={styles.tools}>{actions}</div>}
          <IconButton label={t('common.close')} onClick={onClose}>
            <X size={20} aria-hidden="true" />
          </IconButton>
        </header>
        {/* What is outside of a modal dialog lies below it. */}
        <ConfigProvider getPopupContainer={(trigger) => trigger?.closest('dialog') ?? document.body}>
          {children}
        </ConfigProvider>
      </div>
    </Modal>
  );
}

/** Lets Escape close only the open options of a select, which is not a dialog for the browser. */
function keepOpenWithChoices(event: KeyboardEvent<HTMLElement>) {
  const isSelect = event.target instanceof Element && event.target.matches('[aria-expanded=true]');
  if (event.key === 'Escape' && isSelect) event.preventDefault();
}

/** Returns whether an event belongs to the drawer itself, and not to a dialog above it. */
const isWithin = ({ target, currentTarget }: KeyboardEvent<HTMLElement>) =>
  target instanceof Element && target.closest('dialog') === currentTarget;

interface EditDrawerProps {
  readonly resource: Resource;
  readonly id: string;
  /** The record as the list has it. */
  readonly known: ManagerRecord | undefined;
  /** Closes the drawer by changing the URL, so that the leave guard can ask first. */
  readonly onClose: () => void;
  /** The place of the record in the list, and the number of its records; undefined if it is not there. */
  readonly place: { readonly place: string; readonly total: string } | undefined;
  /** Open the neighbouring records of the list; undefined at its ends. */
  readonly onPrevious?: (() => void) | undefined;
  readonly onNext?: (() => void) | undefined;
}

/** Renders the form that changes a record in a drawer above its list. */
export function EditDrawer(props: EditDrawerProps) {
  return (
    <AntdTheme fallback={null}>
      {/* A form of its own for each record. */}
      <Drawer key={`${props.resource.name}/${props.id}`} {...props} />
    </AntdTheme>
  );
}

function Drawer({ resource, id, known, onClose, place, onPrevious, onNext }: EditDrawerProps) {
  const { t } = useTranslation();
  const labels = useLabels();
  const { pathname } = useLocation();
  const update = useUpdateForm({ resource, id, onSaved: onClose });
  const { record, item, form } = update;
  const isRefused = item !== undefined && !mayWith(resource, 'update', item);
  const named = item ?? known;
  const title = named
    ? labels.message(resource, 'edit', { label: shortLabel(labelOf(resource, named)) })
    : record.state === 'loading'
      ? t('common.loading')
      : labels.singular(resource);

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
          {place && <span className={styles.place}>{t('manager.forms.place', place)}</span>}
          <TurnButton label={t('manager.forms.next')} keys="Alt+J" onClick={onNext} icon={ChevronDown} />
          {item && (
            <AppLink
              className={classNames(buttonClass('quiet'), styles.open)}
              to={addresses.show(resource.name, id)}
              aria-label={t('manager.keys.open')}
              title={t('manager.keys.open')}
            >
              <Maximize2 size={18} aria-hidden="true" />
              <span className={styles.text}>{t('manager.keys.open')}</span>
            </AppLink>
          )}
        </>
      }
    >
      {item && record.state === 'ready' && !isRefused ? (
        <PageForm
          {...form}
          item={item}
          name="quick-edit"
          draftName={`${pathname}?edit=${id}`}
          cancel={
            <Button variant="quiet" onClick={onClose}>
              {t('common.cancel')}
            </Button>
          }
        />
      ) : (
        <>
          {record.state === 'ready' && isRefused ? (
            <ReadOnlyRecord resource={resource} item={item} />
          ) : record.state === 'loading' ? (
            <FormPlaceholder resource={resource} item={known} />
          ) : (
            <RecordState record={record} />
          )}
          {/* Refine resets the form at once, and antd warns about a form that is not rendered. */}
          <Form form={form.controller.form} component={false} />
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

/** Renders the form of a new record in a drawer above the form that refers to it. */
export function CreateDrawer({ request, onClose }: { request: ReferenceToCreate; onClose: () => void }) {
  const { term, onCreated } = request;
  const target = ofNew(request.target);
  const { t } = useTranslation();
  const labels = useLabels();
  const [initial] = useState(() => valuesNamed(target, term));
  const [isAsking, setAsking] = useState(false);
  const controller = useForm<ManagerRecord, HttpError, FormValues>(useFormOptions(target));
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
