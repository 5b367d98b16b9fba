import type { ImportState } from '@bindery/contract/records/imports.ts';
import { CircleSlash, PencilLine, Plus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, buttonClass } from '#frontend/shell/components/button.tsx';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { focusOnHeading } from '#frontend/shell/layout/use-focus-on-heading.ts';
import { Progress } from '../progress.tsx';
import { addresses, useResource } from '../resource.ts';
import { CheckedStep } from './checked-step.tsx';
import { Figures } from './figures.tsx';
import styles from './import.module.css';
import { isUndoable } from './is-undoable.ts';
import { MappingStep } from './mapping-step.tsx';
import { UploadStep } from './upload-step.tsx';
import type { ImportSteps } from './use-import.ts';
import { WrongRows } from './wrong-rows.tsx';

/** Focuses the heading when the button that led to the next step is gone, for keyboards and screen readers. */
function useFocusOnStep(step: string) {
  const last = useRef(step);
  useEffect(() => {
    const isNew = last.current !== step;
    last.current = step;
    if (isNew && document.activeElement === document.body) return focusOnHeading();
    return undefined;
  }, [step]);
}

/** Renders the current step of an import: file, columns, dry run, import, result. */
export function ImportStep({ steps }: { steps: ImportSteps }) {
  const { state, step } = steps;
  const { t } = useTranslation();
  useFocusOnStep(`${state?.state} ${step}`);
  if (steps.isLoading) return <Progress label={t('csv.import.loading')} value={undefined} />;
  if (!state || step === 'file') return <UploadStep steps={steps} />;
  if (state.state === 'checking' || state.state === 'importing')
    return <RunningJob steps={steps} state={state} />;
  if (state.state === 'done') return <Imported steps={steps} state={state} />;
  if (step === 'check') return <CheckedStep steps={steps} state={state} />;
  return (
    <>
      {state.state === 'cancelled' && <p role="status">{t('csv.import.cancelled')}</p>}
      {(state.state === 'cancelled' || state.state === 'failed') && state.mode === 'valid' && (
        <ImportedBefore steps={steps} state={state} />
      )}
      <MappingStep steps={steps} state={state} />
    </>
  );
}

interface StateProps {
  steps: ImportSteps;
  state: ImportState;
}

function RunningJob({ steps, state }: StateProps) {
  const { t } = useTranslation();
  const label = t(state.state === 'checking' ? 'csv.import.checking' : 'csv.import.importing');
  return (
    <>
      <Progress label={label} value={state} />
      <p className={styles.hint}>{t('csv.import.mayLeave')}</p>
      <div className={styles.actions}>
        <Button busy={steps.isBusy} onClick={() => steps.act('cancel')}>
          {t('common.cancel')}
        </Button>
      </div>
    </>
  );
}

function Imported({ steps, state }: StateProps) {
  const { t } = useTranslation();
  const resource = useResource();
  const { created, updated, wrong } = state;
  return (
    <>
      <Figures
        figures={[
          { label: t('csv.import.created'), count: created, icon: Plus, tone: 'good' },
          ...(updated > 0
            ? [{ label: t('csv.import.updated'), count: updated, icon: PencilLine, tone: 'good' as const }]
            : []),
          ...(wrong > 0
            ? [{ label: t('csv.import.leftOut'), count: wrong, icon: CircleSlash, tone: 'bad' as const }]
            : []),
        ]}
      />
      {wrong > 0 && <WrongRows steps={steps} state={state} />}
      <div className={styles.actions}>
        <AppLink
          className={buttonClass('primary')}
          to={`${addresses.list(resource.name)}?_sort=updatedAt&_order=desc`}
        >
          {t('csv.import.show')}
        </AppLink>
        {isUndoable(resource, state) && (
          <Button busy={steps.isBusy} onClick={steps.undo}>
            {t('csv.import.undo')}
          </Button>
        )}
        <Button variant="quiet" onClick={steps.startAgain}>
          {t('csv.import.another')}
        </Button>
      </div>
    </>
  );
}

/** Renders what an import has written before it stopped, with a button that undoes it. */
function ImportedBefore({ steps, state }: StateProps) {
  const { t } = useTranslation();
  const resource = useResource();
  const { created, updated } = state;
  if (created + updated === 0) return null;
  return (
    <>
      <p>{t('csv.import.before', { created, updated })}</p>
      {isUndoable(resource, state) && (
        <div>
          <Button busy={steps.isBusy} onClick={steps.undo}>
            {t('csv.import.undo')}
          </Button>
        </div>
      )}
    </>
  );
}
