import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Resource, ResourceField } from '#contract/schema/index.ts';
import { Button } from '../../components/button.tsx';
import { Dialog, DialogActions } from '../../components/dialog.tsx';
import { fieldComponents } from '../fields/index.ts';
import { useLabels } from '../labels.ts';
import styles from './conflict-dialog.module.css';
import type { Conflict } from './use-update-form.ts';
import { writable } from './values.ts';

export interface ConflictDialogProps {
  readonly resource: Resource;
  readonly conflict: Conflict;
  readonly onClose: () => void;
}

/** Renders the changes that another user made meanwhile, and lets the user resolve the conflict. */
export function ConflictDialog({ resource, conflict, onClose }: ConflictDialogProps) {
  const { t } = useTranslation();
  const { before, now, mine, overwrite, takeTheirs } = conflict;
  const [busy, setBusy] = useState(false);
  const theirs = writable(resource).filter(
    ({ name }) => JSON.stringify(before[name]) !== JSON.stringify(now[name]),
  );
  const choose = (act: () => Promise<void>) => () => {
    setBusy(true);
    act().finally(() => setBusy(false));
  };
  return (
    <Dialog title={t('manager.conflict.title')} onClose={onClose}>
      <p>{t('manager.conflict.text')}</p>
      <dl className={styles.changes}>
        {theirs.map((field) => (
          <ChangedField
            key={field.name}
            resource={resource}
            field={field}
            now={now[field.name]}
            clash={field.name in mine}
          />
        ))}
      </dl>
      <DialogActions>
        <Button busy={busy} onClick={choose(takeTheirs)}>
          {t('manager.conflict.takeTheirs')}
        </Button>
        <Button variant="primary" busy={busy} onClick={choose(overwrite)}>
          {t('manager.conflict.overwrite')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface ChangedFieldProps {
  resource: Resource;
  field: ResourceField;
  now: unknown;
  /** Both users changed this field. */
  clash: boolean;
}

function ChangedField({ resource, field, now, clash }: ChangedFieldProps) {
  const { t } = useTranslation();
  const labels = useLabels();
  const { Show } = fieldComponents(field.kind);
  return (
    <div>
      <dt>
        {labels.field(resource, field)}
        {clash && <em className={styles.clash}>{t('manager.conflict.both')}</em>}
      </dt>
      <dd>
        {now === null || now === undefined ? (
          t('manager.show.notSet')
        ) : (
          <Show resource={resource} field={field} value={now} />
        )}
      </dd>
    </div>
  );
}
