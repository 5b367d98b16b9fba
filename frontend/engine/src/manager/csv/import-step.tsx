import type { ImportState } from '@bindery/contract/records/imports.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, buttonClass } from '#frontend/shell/components/button.tsx';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { focusOnHeading } from '#frontend/shell/layout/use-focus-on-heading.ts';
import { Progress } from '../progress.tsx';
import { addresses, useResource } from '../resource.ts';
import { CheckedStep } from './checked-step.tsx';
import styles from './import.module.css';
import { isUndoable } from './is-undoable.ts';
import { MappingStep } from './mapping-step.tsx';
import { UploadStep } from './upload-step.tsx';
import type { ImportSteps } from './use-import.ts';

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

/** Renders the step that an import has come to: file, columns, dry run, import, result. */
export function ImportStep({ steps }: { steps: ImportSteps }) {
  const { t } = useTranslation();
  const resource = useResource();
  const [isMapping, setIsMapping] = useState(false);
  const { state } = steps;
  useFocusOnStep(`${state?.state} ${isMapping}`);
  if (steps.isLoading) return <Progress label={t('csv.import.loading')} value={undefined} />;
  if (!state || steps.isMissing) return <UploadStep steps={steps} />;
  switch (state.state) {
    case 'checking':
    case 'importing':
      return (
        <>
          <Progress
            label={t(state.state === 'checking' ? 'csv.import.checking' : 'csv.import.importing')}
            value={state}
          />
          <p>{t('csv.import.mayLeave')}</p>
          <div>
            <Button busy={steps.isBusy} onClick={() => steps.act('cancel', {})}>
              {t('common.cancel')}
            </Button>
          </div>
        </>
      );
    case 'checked':
      if (!isMapping) return <CheckedStep steps={steps} state={state} onBack={() => setIsMapping(true)} />;
      break;
    case 'done':
      return (
        <>
          <p role="status" className={styles.result}>
            {t('csv.import.done', { created: state.created, updated: state.updated })}
          </p>
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
            <Button onClick={steps.startAgain}>{t('csv.import.another')}</Button>
          </div>
        </>
      );
    default:
  }
  return (
    <>
      {state.state === 'cancelled' && <p role="status">{t('csv.import.cancelled')}</p>}
      {(state.state === 'cancelled' || state.state === 'failed') && state.mode === 'valid' && (
        <ImportedBefore steps={steps} state={state} />
      )}
      <MappingStep
        steps={steps}
        state={state}
        onCheck={async (choice) => {
          // Refused, or offline: the choices stay.
          if (await steps.act('check', choice)) setIsMapping(false);
        }}
      />
    </>
  );
}

/** Renders what an import has written before it stopped, with a button that undoes it. */
export function ImportedBefore({ steps, state }: { steps: ImportSteps; state: ImportState }) {
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
