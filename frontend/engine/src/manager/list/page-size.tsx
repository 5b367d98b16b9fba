import { PAGE_SIZE, PAGE_SIZES } from '@bindery/contract/records/resources/list-address.ts';
import { useTranslation } from 'react-i18next';
import select from '#frontend/shell/components/select.module.css';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import styles from './list-page.module.css';
import type { List } from './state/use-list.ts';

/** Renders the choice of the page size; nothing for a list without further rows. */
export function PageSize({ list: { address, total, state, ask } }: { list: List }) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  if (state !== 'ready' || total <= PAGE_SIZE) return null;
  const format = new Intl.NumberFormat(language);
  return (
    <label className={styles.size}>
      {t('manager.rows.perPage')}
      <select
        className={select.select}
        value={address.size ?? PAGE_SIZE}
        onChange={({ target }) => ask({ size: Number(target.value) })}
      >
        {PAGE_SIZES.map((size) => (
          <option key={size} value={size}>
            {format.format(size)}
          </option>
        ))}
      </select>
    </label>
  );
}
