import { useTranslation } from 'react-i18next';
import type { Blocker } from 'react-router';
import { Button } from '#frontend/shell/components/button.tsx';
import { Dialog, DialogActions } from '#frontend/shell/components/dialog.tsx';

/** Renders the dialog that asks whether to leave a form with unsaved changes, while a navigation is blocked. */
export function LeaveDialog({ blocker }: { blocker: Blocker }) {
  return blocker.state === 'blocked' ? (
    <LeaveQuestion onLeave={blocker.proceed} onStay={blocker.reset} />
  ) : null;
}

/** Renders the dialog that asks whether to leave a form with unsaved changes. */
export function LeaveQuestion({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog title={t('manager.leave.title')} onClose={onStay}>
      <p>{t('manager.leave.text')}</p>
      <DialogActions>
        {/* First, and so focused: Enter loses nothing. */}
        <Button onClick={onStay}>{t('manager.leave.stay')}</Button>
        <Button variant="danger" onClick={onLeave}>
          {t('manager.leave.go')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
