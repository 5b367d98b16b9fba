import { useTranslation } from 'react-i18next';

/** The ids of the words that precede the label of a record in the names of its row's controls. */
export const SELECT_WORD = 'select-word';
export const ACTIONS_WORD = 'actions-word';

/** Renders these words once for all rows: translating them in each would make a long list slower. */
export function RowWords() {
  const { t } = useTranslation();
  return (
    <div hidden>
      <span id={SELECT_WORD}>{t('manager.table.select')}</span>
      <span id={ACTIONS_WORD}>{t('manager.table.actionsOf')}</span>
    </div>
  );
}
