import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/button.tsx';
import { lazyDialog } from '../../../components/lazy-dialog.tsx';
import { notifyError } from '../../../components/notify-error.ts';
import { notify } from '../../../components/toasts.ts';
import type { List } from '../use-list.ts';
import { updateView, type Views } from './use-views.ts';
import { ViewTabs } from './view-tabs.tsx';
import styles from './views.module.css';

const SaveDialog = lazyDialog(() => import('./save-dialog.tsx'));

export interface ViewsProps {
  list: List;
  views: Views;
}

/** Renders the saved views of a list, and the buttons that save what it shows. */
export function ViewsBar({ list, views }: ViewsProps) {
  const { t } = useTranslation();
  const [saving, setSaving] = useState(false);
  const { current, isChanged, state } = views;
  const update = async () => {
    try {
      await updateView(current!, state);
      await notify('success', t('manager.views.saved'));
    } catch (error) {
      await notifyError(error, t('manager.views.failed'));
    }
  };
  return (
    <div className={styles.bar}>
      <ViewTabs list={list} views={views} />
      {isChanged && (
        <div className={styles.buttons}>
          {current?.isOwn && (
            <Button variant="quiet" className={styles.button} onClick={update}>
              {t('manager.views.update')}
            </Button>
          )}
          <Button variant="quiet" className={styles.button} onClick={() => setSaving(true)}>
            {t('manager.views.save')}
          </Button>
        </div>
      )}
      {current?.isIncomplete && <p className={styles.note}>{t('manager.views.incomplete')}</p>}
      {saving && <SaveDialog list={list} views={views} onClose={() => setSaving(false)} />}
    </div>
  );
}
