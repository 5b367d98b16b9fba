import type { ImportState } from '@bindery/contract/records/imports.ts';
import { useTranslation } from 'react-i18next';
import { Button, buttonClass } from '#frontend/shell/components/button.tsx';
import { errorTexts } from '../field-errors.ts';
import { useLabels } from '../labels.ts';
import { useResource } from '../resource.ts';
import styles from './import.module.css';
import { isUndoable } from './is-undoable.ts';
import type { ImportSteps } from './use-import.ts';

interface CheckedStepProps {
  steps: ImportSteps;
  state: ImportState;
  /** Goes back to the columns. */
  onBack: () => void;
}

/** Renders the result of the dry run: what would be imported, and the invalid lines with their reasons. */
export function CheckedStep({ steps, state, onBack }: CheckedStepProps) {
  const { t } = useTranslation();
  const resource = useResource();
  const valid = state.total - state.wrong;
  return (
    <>
      <p role="status" className={styles.result}>
        {t('csv.import.valid', { count: valid })}{' '}
        {state.wrong > 0 && t('csv.import.wrong', { count: state.wrong })}
      </p>
      {state.wrong > 0 && <WrongRows steps={steps} state={state} />}
      {valid > 0 && (
        <p>{t(isUndoable(resource, state) ? 'csv.import.undoable' : 'csv.import.notUndoable')}</p>
      )}
      <div className={styles.actions}>
        {state.wrong === 0 && (
          <Button variant="primary" busy={steps.isBusy} onClick={() => steps.act('run', { mode: 'all' })}>
            {t('csv.import.runAll')}
          </Button>
        )}
        {valid > 0 && (
          <Button
            variant={state.wrong > 0 ? 'primary' : 'secondary'}
            busy={steps.isBusy}
            onClick={() => steps.act('run', { mode: 'valid' })}
          >
            {t('csv.import.runValid')}
          </Button>
        )}
        <Button onClick={onBack}>{t('csv.import.back')}</Button>
        <Button onClick={steps.startAgain}>{t('csv.import.another')}</Button>
      </div>
    </>
  );
}

function WrongRows({ steps, state }: Omit<CheckedStepProps, 'onBack'>) {
  const { t } = useTranslation();
  const labels = useLabels();
  const resource = useResource();
  const textOf = errorTexts(resource, labels);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keyboards must reach it */}
      <section className={styles.rows} aria-label={t('csv.import.wrongRows')} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('csv.import.line')}</th>
              <th scope="col">{t('csv.import.reason')}</th>
              <th scope="col">{t('csv.import.content')}</th>
            </tr>
          </thead>
          <tbody>
            {steps.wrongRows.map(({ number, cells, errors }) => (
              <tr key={number}>
                <td>{t('csv.number', { number: number + 1 })}</td>
                <td>
                  {Object.entries(errors)
                    .flatMap(([name, all]) => all.map((error) => textOf(name, error)))
                    .join(' · ')}
                </td>
                <td dir="auto">{cells.filter(Boolean).join(' · ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p>
        <a className={buttonClass('secondary')} href={`/api/imports/${state.id}/wrong-rows.csv`} download>
          {t('csv.import.download')}
        </a>
      </p>
    </>
  );
}
