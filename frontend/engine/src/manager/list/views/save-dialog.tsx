import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NameForm } from './name-form.tsx';
import { mayShareDefaults, saveView, updateView } from './use-views.ts';
import styles from './views.module.css';
import type { ViewsProps } from './views-bar.tsx';

/** Renders the form that saves the current state of the list as a view. */
export default function SaveDialog({ list, views, onClose }: ViewsProps & { onClose: () => void }) {
  const { t } = useTranslation();
  const [shared, setShared] = useState(false);
  const isForOthers = shared && mayShareDefaults(list.resource);
  const save = async (name: string, form: FormData) => {
    const isDefault = form.has('isDefault');
    const isOnlyOwn = isDefault && shared && !isForOthers;
    const view = await saveView({
      ...views.state,
      resource: list.resource.name,
      name,
      shared,
      isDefault: isDefault && !isOnlyOwn,
    });
    if (isOnlyOwn) await updateView(view, { isDefault });
    list.ask({ view: view.id, columns: view.columns ?? [] }, { push: true });
  };
  return (
    <NameForm
      title={t('manager.views.saveTitle')}
      confirm={t('manager.views.save')}
      name=""
      onSave={save}
      onClose={onClose}
    >
      <label className={styles.check}>
        <input
          type="checkbox"
          name="shared"
          checked={shared}
          onChange={(event) => setShared(event.target.checked)}
        />
        {t('manager.views.share')}
      </label>
      <label className={styles.check}>
        <input type="checkbox" name="isDefault" />
        {t(isForOthers ? 'manager.views.makeSharedDefault' : 'manager.views.makeDefault')}
      </label>
    </NameForm>
  );
}
