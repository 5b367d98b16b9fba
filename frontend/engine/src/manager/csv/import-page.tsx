import { Check, FileSpreadsheet } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#frontend/shell/components/button.tsx';
import { FormError } from '#frontend/shell/components/form-error.tsx';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { CustomPage } from '../custom-page.tsx';
import { errorTexts } from '../field-errors.ts';
import { useLabels } from '../labels.ts';
import { Page } from '../layout/page.tsx';
import { overridesOf } from '../overrides.ts';
import { addresses, onlyWith, useResource } from '../resource.ts';
import styles from './import.module.css';
import { ImportStep } from './import-step.tsx';
import { type ImportSteps, useImport } from './use-import.ts';

/** Throws 404 for an unknown resource, 403 without the right. */
export const loader = onlyWith('create');

/** Renders the page that imports a CSV file: file, columns, dry run, import. Another page may override it. */
export function Component() {
  const { name } = useResource();
  const { import: load } = overridesOf(name);
  return load ? <CustomPage load={load} props={{}} /> : <GeneratedPage key={name} />;
}

/** Renders an import with the same parts as a page from `npm run bindery eject`. */
function GeneratedPage() {
  const { name } = useResource();
  const steps = useImport(name);
  return (
    <ImportFrame steps={steps}>
      <ImportStep steps={steps} />
    </ImportFrame>
  );
}

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
  const { problem, step, isMissing, isOffline } = steps;
  const state = isMissing ? undefined : steps.state;
  const file = state ?? steps.rejected;
  const mayChange = state && state.state !== 'checking' && state.state !== 'importing';
  const textOf = errorTexts(resource, labels);
  const card = useRef<HTMLDivElement>(null);
  // The button that failed may be far below.
  useEffect(() => {
    if (problem !== undefined)
      card.current?.querySelector(':scope > [role=alert]:not(:empty)')?.scrollIntoView({ block: 'nearest' });
  }, [problem]);
  const plural = labels.plural(resource);
  return (
    <Page
      title={t('csv.import.title', { plural: plural.toLocaleLowerCase(language) })}
      crumbs={[{ label: plural, to: addresses.list(resource.name) }]}
      narrow
    >
      <div className={styles.wizard}>
        <Steps step={step} isDone={state?.state === 'done'} />
        <div ref={card} className={styles.card}>
          {file && (
            <div className={styles.file}>
              <FileSpreadsheet size={20} aria-hidden="true" />
              <bdi className={styles.fileName}>{file.name}</bdi>
              {state && <span>{t('csv.import.records', { count: state.total })}</span>}
              {mayChange && (
                <Button variant="quiet" className={styles.change} onClick={steps.startAgain}>
                  {t(state.state === 'done' ? 'csv.import.next' : 'csv.import.another')}
                </Button>
              )}
            </div>
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

/** The steps of an import, in order. */
const importStepNames = ['file', 'columns', 'check', 'import'] as const;
/** A step of an import. */
export type ImportStepName = (typeof importStepNames)[number];

/** Renders the steps of an import: marks the current one, and ticks those that are done. */
function Steps({ step, isDone }: { step: ImportStepName; isDone: boolean }) {
  const { t } = useTranslation();
  const present = importStepNames.indexOf(step);
  return (
    <ol className={styles.steps} aria-label={t('csv.import.steps.label')}>
      {importStepNames.map((name, place) => (
        <li
          key={name}
          className={styles.step}
          aria-current={place === present ? 'step' : undefined}
          data-past={place < present || undefined}
        >
          <span className={styles.number} aria-hidden="true">
            {place < present || isDone ? <Check size={14} /> : t('csv.number', { number: place + 1 })}
          </span>
          <span className={styles.name}>{t(`csv.import.steps.${name}`)}</span>
        </li>
      ))}
    </ol>
  );
}
