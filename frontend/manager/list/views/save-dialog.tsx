import { useTranslation } from 'react-i18next';
import { NameForm } from './name-form.tsx';
import { saveView } from './use-views.ts';
import styles from './views.module.css';
import type { ViewsProps } from './views-bar.tsx';

/** Renders the form that saves what the list shows as a view. */
export default function SaveDialog({ list, views, onClose }: ViewsProps & { onClose: () => void }) {
  const { t } = useTranslation();
  const save = async (name: string, form: FormData) => {
    const view = await saveView({
      ...views.state,
      resource: list.resource.name,
      name,
      shared: form.has('shared'),
      isDefault: form.has('isDefault'),
    });
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
        <input type="checkbox" name="shared" />
        {t('manager.views.share')}
      </label>
      <label className={styles.check}>
        <input type="checkbox" name="isDefault" />
        {t('manager.views.makeDefault')}
      </label>
    </NameForm>
  );
}
