import { useTranslation } from 'react-i18next';
import type { Blocker } from 'react-router';
import { Button } from '../../components/button.tsx';
import { Dialog, DialogActions } from '../../components/dialog.tsx';

/** Renders the dialog that asks whether to leave a form with unsaved changes. */
export function LeaveDialog({ blocker }: { blocker: Blocker }) {
  const { t } = useTranslation();
  if (blocker.state !== 'blocked') return null;
  return (
    <Dialog title={t('manager.leave.title')} onClose={blocker.reset}>
      <p>{t('manager.leave.text')}</p>
      <DialogActions>
        <Button variant="danger" onClick={blocker.proceed}>
          {t('manager.leave.go')}
        </Button>
        <Button variant="primary" onClick={blocker.reset}>
          {t('manager.leave.stay')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
