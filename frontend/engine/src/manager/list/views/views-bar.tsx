import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '#frontend/shell/auth/session.ts';
import { Button } from '#frontend/shell/components/button.tsx';
import { lazyDialog } from '#frontend/shell/components/lazy-dialog.tsx';
import { notifyError } from '#frontend/shell/components/notify-error.ts';
import { notify } from '#frontend/shell/components/toasts.ts';
import type { List } from '../state/use-list.ts';
import { updateView, type Views } from './use-views.ts';
import { ViewTabs } from './view-tabs.tsx';
import styles from './views.module.css';

const SaveDialog = lazyDialog(() => import('./save-dialog.tsx'));

/** A list and its saved views. */
export interface ViewsProps {
  list: List;
  views: Views;
}

/** Renders the saved views of a list, and the buttons that save its state. */
export function ViewsBar({ list, views }: ViewsProps) {
  const { t } = useTranslation();
  const [saving, setSaving] = useState(false);
  const { current, isChanged, state } = views;
  const bar = useRef<HTMLDivElement>(null);
  // The clicked button disappears when the view is saved, and the menu when it is deleted: the tab takes the
  // focus.
  const losesFocus = useRef(false);
  const expectLoss = () => {
    losesFocus.current = true;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: that is when the buttons go
  useEffect(() => {
    if (!losesFocus.current || document.activeElement !== document.body) return;
    losesFocus.current = false;
    bar.current?.querySelector<HTMLElement>('[aria-current]')?.focus();
  }, [isChanged, current]);
  const save = () => {
    expectLoss();
    setSaving(true);
  };
  const update = async () => {
    try {
      expectLoss();
      await updateView(current!, state);
      await notify('success', t('manager.views.saved'));
    } catch (error) {
      await notifyError(error, t('manager.views.failed'));
    }
  };
  // There is nothing to choose or save: the rows use the space.
  const hasArchive = list.resource.archive && may(list.resource.singular, 'restore');
  if (views.views.length === 0 && !isChanged && !hasArchive) return null;
  return (
    <div ref={bar} className={styles.bar}>
      <ViewTabs list={list} views={views} onDialog={expectLoss} />
      {isChanged && (
        <div className={styles.buttons}>
          {current?.isOwn && (
            <Button variant="quiet" className={styles.button} onClick={update}>
              {t('manager.views.update')}
            </Button>
          )}
          <Button variant="quiet" className={styles.button} onClick={save}>
            {t('manager.views.save')}
          </Button>
        </div>
      )}
      {current?.isIncomplete && <p className={styles.note}>{t('manager.views.incomplete')}</p>}
      {saving && <SaveDialog list={list} views={views} onClose={() => setSaving(false)} />}
    </div>
  );
}
