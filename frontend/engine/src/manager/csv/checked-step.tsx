import type { ImportState } from '@bindery/contract/records/imports.ts';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#frontend/shell/components/button.tsx';
import { useResource } from '../resource.ts';
import { Figures } from './figures.tsx';
import styles from './import.module.css';
import { isUndoable } from './is-undoable.ts';
import type { ImportSteps } from './use-import.ts';
import { WrongRows } from './wrong-rows.tsx';

interface CheckedStepProps {
  steps: ImportSteps;
  state: ImportState;
}

/** Renders the result of the dry run: what would be imported, and the invalid lines with their reasons. */
export function CheckedStep({ steps, state }: CheckedStepProps) {
  const { t } = useTranslation();
  const resource = useResource();
  const valid = state.total - state.wrong;
  const isValid = state.wrong === 0;
  return (
    <>
      <Figures
        figures={[
          {
            label: t('csv.import.valid'),
            count: valid,
            icon: CircleCheck,
            tone: valid > 0 ? 'good' : 'plain',
          },
          {
            label: t('csv.import.wrong'),
            count: state.wrong,
            icon: CircleAlert,
            tone: isValid ? 'plain' : 'bad',
          },
        ]}
      />
      {!isValid && <WrongRows steps={steps} state={state} />}
      {valid > 0 && (
        <p className={styles.hint}>
          {t(isUndoable(resource, state) ? 'csv.import.undoable' : 'csv.import.notUndoable')}
        </p>
      )}
      <div className={styles.actions}>
        {isValid && (
          <Button variant="primary" busy={steps.isBusy} onClick={() => steps.act({ run: 'all' })}>
            {t('csv.import.runAll')}
          </Button>
        )}
        {valid > 0 && (
          <Button
            variant={isValid ? 'secondary' : 'primary'}
            busy={steps.isBusy}
            onClick={() => steps.act({ run: 'valid' })}
          >
            {t('csv.import.runValid')}
          </Button>
        )}
        <Button onClick={steps.backToColumns}>{t('csv.import.back')}</Button>
        <Button variant="quiet" onClick={steps.startAgain}>
          {t('csv.import.another')}
        </Button>
      </div>
    </>
  );
}
