import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Blocker, type Location, useBeforeUnload, useBlocker } from 'react-router';
import { Button } from '#frontend/shell/components/button.tsx';
import { Dialog, DialogActions } from '#frontend/shell/components/dialog.tsx';

/** Renders the dialog that asks whether to leave a form with unsaved changes. */
export function LeaveQuestion({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  const { t } = useTranslation();
  const stay = useRef<HTMLButtonElement>(null);
  // After the dialog has focused its first button: Enter loses nothing.
  useEffect(() => stay.current?.focus(), []);
  return (
    <Dialog title={t('manager.leave.title')} onClose={onStay}>
      <p>{t('manager.leave.text')}</p>
      <DialogActions>
        <Button variant="dangerOutline" onClick={onLeave}>
          {t('manager.leave.go')}
        </Button>
        <Button ref={stay} variant="primary" onClick={onStay}>
          {t('manager.leave.stay')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

type IsUnsaved = () => boolean;

/** The open forms. A router has one blocker, which covers all of them. */
const forms = new Set<IsUnsaved>();

const isAnyUnsaved = () => [...forms].some((isUnsaved) => isUnsaved());

/** The place of an open form: a page, or the drawer of a list. */
const placeOf = ({ pathname, search }: Location) => `${pathname} ${new URLSearchParams(search).get('edit')}`;

/** Includes a form above the page in the page's leave guard. */
export function useUnsaved(isUnsaved: IsUnsaved): void {
  const ask = useEffectEvent(isUnsaved);
  useEffect(() => {
    forms.add(ask);
    return () => void forms.delete(ask);
  }, []);
}

/**
 * Blocks navigation while an open form is unsaved. The page or drawer then asks the user through the returned
 * blocker.
 */
export function useLeaveGuard(isUnsaved: IsUnsaved): Blocker {
  useUnsaved(isUnsaved);
  // Closing the tab: the browser shows its own dialog.
  useBeforeUnload((event) => {
    if (isAnyUnsaved()) event.preventDefault();
  });
  return useBlocker(
    ({ currentLocation, nextLocation }) =>
      placeOf(currentLocation) !== placeOf(nextLocation) && isAnyUnsaved(),
  );
}
