import type { SavedView } from '@bindery/contract/records/views.ts';
import { useTranslation } from 'react-i18next';
import { NameForm } from './name-form.tsx';
import { updateView } from './use-views.ts';

/** Renders the form that renames a view. */
export default function RenameDialog({ view, onClose }: { view: SavedView; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <NameForm
      title={t('manager.views.renameTitle')}
      confirm={t('manager.views.rename')}
      name={view.name}
      onSave={(name) => updateView(view, { name })}
      onClose={onClose}
    />
  );
}
