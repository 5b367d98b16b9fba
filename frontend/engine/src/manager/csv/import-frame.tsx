import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormError } from '#frontend/shell/components/form-error.tsx';
import { errorTexts } from '../field-errors.ts';
import { useLabels } from '../labels.ts';
import { Page } from '../layout/page.tsx';
import { addresses, useResource } from '../resource.ts';
import styles from './import.module.css';
import type { ImportSteps } from './use-import.ts';

interface ImportFrameProps {
  readonly steps: ImportSteps;
  /** The step, and the rest of the page. */
  readonly children: ReactNode;
}

/** Renders the heading of an import, its file, and the problem with it. */
export function ImportFrame({ steps, children }: ImportFrameProps) {
  const { t } = useTranslation();
  const labels = useLabels();
  const resource = useResource();
  const { problem, state, isMissing, isOffline } = steps;
  const textOf = errorTexts(resource, labels);
  return (
    <Page
      title={t('csv.import.title', { plural: labels.plural(resource) })}
      crumbs={[{ label: labels.plural(resource), to: addresses.list(resource.name) }]}
    >
      <div className={styles.wizard}>
        {state && !isMissing && (
          <p className={styles.file}>
            <bdi>{state.name}</bdi> · {t('csv.import.records', { count: state.total })}
          </p>
        )}
        {isMissing && <FormError text={t('csv.import.missing')} />}
        {isOffline && <p role="status">{t('csv.import.offline')}</p>}
        <FormError
          text={problem === undefined ? '' : typeof problem === 'string' ? problem : textOf('file', problem)}
        />
        {children}
      </div>
    </Page>
  );
}
