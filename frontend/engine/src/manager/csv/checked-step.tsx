import type { ImportState, InvalidRow } from '@bindery/contract/records/imports.ts';
import { NO_VALUE } from '@bindery/contract/records/resources/labels.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { CircleAlert, CircleCheck, Download, type LucideIcon } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '#frontend/shell/auth/session.ts';
import { Button } from '#frontend/shell/components/button.tsx';
import { classNames } from '#frontend/shell/components/class-names.ts';
import { api } from '#frontend/shell/http/api.ts';
import { errorTexts } from '../field-errors.ts';
import { useLabels } from '../labels.ts';
import { ActionBar } from '../layout/action-bar.tsx';
import { useResource } from '../resource.ts';
import styles from './checked-step.module.css';
import type { ImportSteps } from './use-import.ts';

/** The import of the page, and its state. */
export interface StateProps {
  steps: ImportSteps;
  state: ImportState;
}

/** Renders the result of the dry run: what would be imported, and the invalid lines with their reasons. */
export function CheckedStep({ steps, state }: StateProps) {
  const { t } = useTranslation();
  const resource = useResource();
  const valid = state.total - state.invalid;
  const isValid = state.invalid === 0;
  const records = useLabels().count(resource, valid);
  return (
    <>
      <Figures
        figures={[
          { label: t('csv.import.valid'), count: valid, icon: CircleCheck, tone: 'good' },
          { label: t('csv.import.invalid'), count: state.invalid, icon: CircleAlert, tone: 'bad' },
        ]}
      />
      {!isValid && <InvalidRows steps={steps} state={state} />}
      {valid > 0 && (
        <p className="text-muted">
          {t(isUndoable(resource, state) ? 'csv.import.undoable' : 'csv.import.notUndoable')}
        </p>
      )}
      <ActionBar>
        {valid > 0 && (
          <Button
            variant="primary"
            busy={steps.isBusy}
            // Without invalid lines, nothing is imported that the user has not seen.
            onClick={() => steps.act({ run: isValid ? 'all' : 'valid' })}
          >
            {t('csv.import.run', { records })}
          </Button>
        )}
        <Button variant={valid > 0 ? 'secondary' : 'primary'} onClick={steps.backToColumns}>
          {t('csv.import.back')}
        </Button>
      </ActionBar>
    </>
  );
}

/** Renders the first invalid lines of a file with their reasons, and a link to the file that has them all. */
export function InvalidRows({ steps, state }: StateProps) {
  const { t } = useTranslation();
  const id = useId();
  const labels = useLabels();
  const resource = useResource();
  const textOf = errorTexts(resource, labels);
  return (
    <div className={styles.section}>
      <header className={styles.head}>
        <h2 id={id}>{t('csv.import.invalidRows')}</h2>
        <a
          className={styles.download}
          href={api.imports.invalidRowsFile.url({ params: { id: state.id } })}
          download
        >
          <Download size={18} aria-hidden="true" />
          {t('csv.import.download')}
        </a>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keyboards must reach it */}
      <section className={styles.rows} aria-labelledby={id} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('csv.import.reason')}</th>
              <th scope="col">{t('csv.import.line')}</th>
              <th scope="col">{t('csv.import.content')}</th>
            </tr>
          </thead>
          <tbody>
            {steps.invalidRows.map(({ number, cells, errors }) => (
              <tr key={number}>
                <td>
                  <ul className={styles.reasons}>
                    {Object.entries(errors)
                      .flatMap(([name, all]) => all.map((error) => textOf(name, error)))
                      .map((reason) => (
                        <li key={reason}>{reason}</li>
                      ))}
                  </ul>
                </td>
                <td data-heading={t('csv.import.line')}>{t('csv.number', { number: number + 1 })}</td>
                <td>
                  <Values values={cellsOf(state, { cells, errors })} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

/** Returns the cells of an invalid line to show: an empty cell is shown only if its column is imported. */
function cellsOf({ mapping }: ImportState, { cells, errors }: Pick<InvalidRow, 'cells' | 'errors'>): Value[] {
  return cells.flatMap((cell, place) => {
    const target = mapping?.[place];
    if (!cell && !target) return [];
    const field = target?.replace(/\.id$/, '');
    return { text: cell || NO_VALUE, isInvalid: field !== undefined && Object.hasOwn(errors, field) };
  });
}

interface Value {
  readonly text: string;
  readonly isInvalid?: boolean;
}

/** Renders values of a file in the order of the page, each in its own direction, with dots between them. */
export function Values({ values, className }: { values: readonly Value[]; className?: string | undefined }) {
  return (
    <ul className={classNames(styles.values, className)}>
      {values.map(({ text, isInvalid }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: values have no other identity, and never move
        <li key={place}>
          <bdi className={classNames('match-parent line-clamp', isInvalid && styles.invalid)}>{text}</bdi>
        </li>
      ))}
    </ul>
  );
}

/** A number of records, and what it means. */
interface Figure {
  readonly label: string;
  readonly count: number;
  readonly icon: LucideIcon;
  /** Good results are green, and records to be corrected are red. */
  readonly tone: 'good' | 'bad';
}

/** Renders the result of a step in figures, except those that are 0; screen readers announce them. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  const { t } = useTranslation();
  const shown = figures.filter(({ count }) => count > 0);
  return (
    <div role="status">
      <dl className={styles.figures}>
        {shown.map(({ label, count, icon: Icon, tone }) => (
          <div key={label} className={styles.figure} data-tone={tone}>
            <dt>
              <Icon size={18} aria-hidden="true" />
              {label}
            </dt>
            <dd>{t('csv.number', { number: count })}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Returns whether the user may undo the changes of an import, as far as their rights determine it. */
export const isUndoable = (
  { singular }: Resource,
  { created, updated }: Pick<ImportState, 'created' | 'updated'>,
): boolean => created + updated > 0 && (created === 0 || may(singular, 'delete'));
