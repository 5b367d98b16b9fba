import type { ErrorBody } from '@bindery/contract/records/errors.ts';
import type { HistoryChange } from '@bindery/contract/records/resources/history.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { useInvalidate } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { FormDialog } from '#frontend/shell/components/form-dialog.tsx';
import { notify } from '#frontend/shell/components/toasts.tsx';
import { describeError } from '#frontend/shell/http/describe-error.ts';
import { HttpError } from '#frontend/shell/http/http-error.ts';
import { shortLabel } from '#frontend/shell/i18n/format.ts';
import { useErrorList } from '../field-errors.ts';
import { useReferenceLabel } from '../fields/base/hidden-record.ts';
import { useLabels } from '../labels.ts';
import { addresses, apiOf, resourceNamed } from '../resource.ts';
import { FieldValue } from './change-line.tsx';
import styles from './history.module.css';
import { revertibleFields } from './undo.ts';

/** A change to undo. */
export interface UndoDialogProps {
  readonly resource: Resource;
  readonly recordId: string;
  readonly label: string;
  readonly change: Pick<HistoryChange, 'id' | 'action' | 'changes'>;
  readonly onClose: () => void;
}

/** Renders the effects of undoing a change, asks for confirmation, and shows why the server rejects it. */
export default function UndoDialog({ resource, recordId, label, change, onClose }: UndoDialogProps) {
  const { t } = useTranslation();
  const { rejection, undo, explain } = useUndo({ resource, recordId, change, onClose });
  return (
    <FormDialog
      title={t('manager.changes.question')}
      action={t('manager.changes.undo')}
      onSubmit={undo}
      explain={explain}
      onClose={onClose}
    >
      <Effect resource={resource} label={label} change={change} />
      <div role="alert">
        {rejection.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
    </FormDialog>
  );
}

/** The effects of undoing an action. For a change of fields, their values follow. */
const EFFECTS = {
  create: 'manager.changes.sets',
  update: 'manager.changes.sets',
  delete: 'manager.changes.restores',
  archive: 'manager.changes.unarchives',
  restore: 'manager.archive.text',
} as const;

/** Renders what will happen, for example the values that fields will have again. */
function Effect({ resource, label, change }: Pick<UndoDialogProps, 'resource' | 'label' | 'change'>) {
  const { t } = useTranslation();
  const labels = useLabels();
  const effect = <p>{t(EFFECTS[change.action], { record: shortLabel(label) })}</p>;
  if (change.action !== 'update') return effect;
  return (
    <>
      {effect}
      <ul className={styles.effects}>
        {revertibleFields(resource, change).map((name) => (
          <li key={name}>
            <span className="text-muted">{labels.field(resource, resource.fields[name]!)}</span>{' '}
            <FieldValue resource={resource} name={name} value={change.changes[name]?.before} />
          </li>
        ))}
      </ul>
    </>
  );
}

function useUndo({ resource, recordId, change, onClose }: Omit<UndoDialogProps, 'label'>) {
  const { t } = useTranslation();
  const labels = useLabels();
  const nameOf = useReferenceLabel();
  const errorList = useErrorList();
  const invalidate = useInvalidate();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [rejection, setRejection] = useState<readonly string[]>([]);

  async function textsOf(error: unknown): Promise<readonly string[]> {
    const { record }: Partial<ErrorBody> = Object(error instanceof HttpError ? error.body : {});
    const other = resourceNamed(record?.resource) ?? resource;
    const ofFields = await errorList(error, resource);
    const texts = ofFields.length > 0 ? ofFields : [await describeError(error)];
    const isOther = record && record.id !== recordId;
    return isOther ? [`${labels.singular(other)}: ${nameOf(other, record)}`, ...texts] : texts;
  }

  async function explain(error: unknown) {
    setRejection(await textsOf(error).catch(() => [t('common.somethingWrong')]));
    return '';
  }

  async function undo() {
    await apiOf(resource.name).undo({ params: { id: recordId, change: change.id } });
    onClose();
    // The record is at another URL now.
    const moved =
      change.action === 'archive' ? addresses.show : change.action === 'restore' && addresses.archived;
    if (moved && pathname === addresses.show(resource.name, recordId))
      await navigate(moved(resource.name, recordId), { replace: true });
    await Promise.all([
      invalidate({ resource: resource.name, id: recordId, invalidates: ['list', 'many', 'detail'] }),
      queries.invalidateQueries({ queryKey: ['history'] }),
      notify('success', t('manager.changes.undone')),
    ]);
  }

  return { rejection, undo, explain };
}
