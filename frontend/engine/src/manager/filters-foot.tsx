import { useTranslation } from 'react-i18next';
import { Button } from '#frontend/shell/components/button.tsx';
import { FormError } from '#frontend/shell/components/form-error.tsx';
import styles from './filters-foot.module.css';

interface FiltersFootProps {
  /** Why the filters cannot be applied; empty if they can. */
  readonly problem?: string;
  /** The text of the button that removes the filters; by default it removes all. */
  readonly clear?: string;
  readonly onClear: () => void;
  /** The text of the button that shows the results, such as their number. */
  readonly children?: string;
}

/** Renders the foot of a form of filters: the buttons that remove them, and that show the results. */
export function FiltersFoot({ problem = '', clear, onClear, children }: FiltersFootProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.foot}>
      <FormError text={problem} />
      <div className={styles.actions}>
        <Button variant="quiet" onClick={onClear}>
          {clear ?? t('manager.filters.clearAll')}
        </Button>
        <Button variant="primary" type="submit">
          {children ?? t('manager.filters.apply')}
        </Button>
      </div>
    </div>
  );
}
