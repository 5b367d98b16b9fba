import type { ImportState } from '@bindery/contract/records/imports.ts';
import { Download } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#frontend/shell/http/api.ts';
import { errorTexts } from '../field-errors.ts';
import { useLabels } from '../labels.ts';
import { useResource } from '../resource.ts';
import type { ImportSteps } from './use-import.ts';
import styles from './wrong-rows.module.css';

/** Renders the first invalid lines of a file with their reasons, and a link to the file that has them all. */
export function WrongRows({ steps, state }: { steps: ImportSteps; state: ImportState }) {
  const { t } = useTranslation();
  const id = useId();
  const labels = useLabels();
  const resource = useResource();
  const textOf = errorTexts(resource, labels);
  return (
    <section className={styles.section} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>{t('csv.import.wrongRows')}</h2>
        <a
          className={styles.download}
          href={api.imports.wrongRowsFile.url({ params: { id: state.id } })}
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
            {steps.wrongRows.map(({ number, cells, errors }) => (
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
                <td dir="auto">{cells.filter(Boolean).join(' · ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}
