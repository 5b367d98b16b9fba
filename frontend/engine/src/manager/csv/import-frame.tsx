import { FileSpreadsheet } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormError } from '#frontend/shell/components/form-error.tsx';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { errorTexts } from '../field-errors.ts';
import { useLabels } from '../labels.ts';
import { Page } from '../layout/page.tsx';
import { addresses, useResource } from '../resource.ts';
import styles from './import.module.css';
import { Steps } from './steps.tsx';
import type { ImportSteps } from './use-import.ts';

interface ImportFrameProps {
  readonly steps: ImportSteps;
  /** The step, and the rest of the page. */
  readonly children: ReactNode;
}

/** Renders the heading of an import, its steps, its file, and the problem with it. */
export function ImportFrame({ steps, children }: ImportFrameProps) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const labels = useLabels();
  const resource = useResource();
  const { problem, state, step, isMissing, isOffline } = steps;
  const textOf = errorTexts(resource, labels);
  const plural = labels.plural(resource);
  return (
    <Page
      title={t('csv.import.title', { plural: plural.toLocaleLowerCase(language) })}
      crumbs={[{ label: plural, to: addresses.list(resource.name) }]}
    >
      <div className={styles.wizard}>
        <Steps step={step} />
        <div className={styles.card}>
          {state && !isMissing && (
            <p className={styles.file}>
              <FileSpreadsheet size={20} aria-hidden="true" />
              <bdi className={styles.fileName}>{state.name}</bdi>
              <span>{t('csv.import.records', { count: state.total })}</span>
            </p>
          )}
          {isMissing && <FormError text={t('csv.import.missing')} />}
          {isOffline && <p role="status">{t('csv.import.offline')}</p>}
          <FormError
            text={
              problem === undefined ? '' : typeof problem === 'string' ? problem : textOf('file', problem)
            }
          />
          {children}
        </div>
      </div>
    </Page>
  );
}
