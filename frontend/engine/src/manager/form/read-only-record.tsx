import type { Resource } from '@bindery/contract/schema/index.ts';
import { PencilOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '#frontend/shell/components/button.tsx';
import { EmptyState } from '#frontend/shell/components/empty-state.tsx';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { useLabels } from '../labels.ts';
import { addresses, type ManagerRecord } from '../resource.ts';
import { rejectingFields } from '../row-rights.ts';
import styles from './record-form.module.css';

/**
 * Renders instead of a form that the user may not change the record, and the fields that decide it: none if
 * the record is a user whom they may not administer.
 */
export function ReadOnlyRecord({ resource, item }: { resource: Resource; item: ManagerRecord }) {
  const { t } = useTranslation();
  const labels = useLabels();
  const names = rejectingFields(resource, 'update', item).map((field) => labels.field(resource, field));
  return (
    <EmptyState icon={PencilOff} title={t('manager.form.readOnly')}>
      {names.length > 0 && (
        <p className={styles.reason}>
          {t('manager.form.readOnlyBy', { fields: names.join(t('manager.references.comma')) })}
        </p>
      )}
      <AppLink className={buttonClass('secondary')} to={addresses.show(resource.name, item.id)}>
        {t('manager.keys.open')}
      </AppLink>
    </EmptyState>
  );
}
