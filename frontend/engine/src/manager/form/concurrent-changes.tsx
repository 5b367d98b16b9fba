import type { HistoryEntry } from '@bindery/contract/records/resources/history.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#frontend/shell/components/button.tsx';
import { Dialog, DialogActions } from '#frontend/shell/components/dialog.tsx';
import { formatRelative } from '#frontend/shell/i18n/format.ts';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { useAuthor } from '../history/use-author.ts';
import { canUndo } from '../toasts/done-toast.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import type { Removed, UpdateForm } from './use-update-form.ts';

/** Renders what happened to a record during editing: that it was changed, or deleted. */
export function ConcurrentChangeDialogs({
  update: { resource, conflict, removed },
}: {
  update: Pick<UpdateForm, 'resource' | 'conflict' | 'removed'>;
}) {
  if (removed) return <RemovedDialog resource={resource} removed={removed} />;
  if (!conflict) return null;
  const { versions, entry, resolve, close } = conflict;
  return (
    <ConflictDialog
      resource={resource}
      versions={versions}
      author={entry && <By text="manager.conflict.savedBy" entry={entry} />}
      onResolve={resolve}
      onClose={close}
    />
  );
}

/** Renders who made a change, and when; nothing if the user may not know it. */
function By({
  text,
  entry,
}: {
  text: 'manager.conflict.savedBy' | 'manager.conflict.deletedBy';
  entry: HistoryEntry;
}) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const author = useAuthor();
  return <p>{t(text, { author: author(entry), time: formatRelative(language, entry.at) })}</p>;
}

/** Offers to create a record that was deleted during editing again, with the values of the form. */
function RemovedDialog({ resource, removed }: { resource: Resource; removed: Removed }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const { entry, createAgain, close } = removed;
  const isOffered = canUndo(resource, entry.action === 'archive' ? 'archive' : 'delete');
  const create = async () => {
    setBusy(true);
    await createAgain();
  };
  return (
    <Dialog title={t('manager.conflict.deleted')} onClose={close}>
      <By text="manager.conflict.deletedBy" entry={entry} />
      {isOffered && <p>{t('manager.conflict.deletedText')}</p>}
      <DialogActions>
        <Button onClick={close}>{t('manager.forms.conflict.back')}</Button>
        {isOffered && (
          <Button variant="primary" busy={busy} onClick={create}>
            {t('manager.conflict.createAgain')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
