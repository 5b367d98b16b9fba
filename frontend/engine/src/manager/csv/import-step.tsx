import { BYTE_ORDER_MARK, isMapped, usableRules } from '@bindery/contract/records/csv.ts';
import { MAX_IMPORT_MB } from '@bindery/contract/records/limits.ts';
import { CircleSlash, FileUp, PencilLine, Plus } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '#frontend/shell/auth/session.ts';
import { Button, buttonClass } from '#frontend/shell/components/button.tsx';
import { classNames } from '#frontend/shell/components/class-names.ts';
import { FormError } from '#frontend/shell/components/form-error.tsx';
import select from '#frontend/shell/components/select.module.css';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { focusOnHeading } from '#frontend/shell/layout/use-focus-on-heading.ts';
import { useLabels } from '../labels.ts';
import { ActionBar } from '../layout/action-bar.tsx';
import { Progress } from '../progress.tsx';
import { addresses, useResource } from '../resource.ts';
import { DropZone, refocus, UploadProgress } from '../upload/drop-zone.tsx';
import { CheckedStep, Figures, InvalidRows, isUndoable, type StateProps, Values } from './checked-step.tsx';
import { saveFile } from './download.ts';
import { guessMapping, type ImportTarget, importTargets, missingFields } from './guess-mapping.ts';
import styles from './import.module.css';
import type { ImportSteps } from './use-import.ts';

/**
 * Focuses the heading when the button that led to the next step is gone, for keyboards and screen readers.
 */
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

function RunningJob({ steps, state }: StateProps) {
  const { t } = useTranslation();
  const label = t(state.state === 'checking' ? 'csv.import.checking' : 'csv.import.importing');
  return (
    <>
      <Progress label={label} value={state} />
      <p className="text-muted">{t('csv.import.mayLeave')}</p>
      <ActionBar>
        <Button busy={steps.isBusy} onClick={() => steps.act('cancel')}>
          {t('common.cancel')}
        </Button>
      </ActionBar>
    </>
  );
}

function Imported({ steps, state }: StateProps) {
  const { t } = useTranslation();
  const resource = useResource();
  const { created, updated, invalid } = state;
  return (
    <>
      <Figures
        figures={[
          { label: t('csv.import.created'), count: created, icon: Plus, tone: 'good' },
          { label: t('csv.import.updated'), count: updated, icon: PencilLine, tone: 'good' },
          { label: t('csv.import.leftOut'), count: invalid, icon: CircleSlash, tone: 'bad' },
        ]}
      />
      {invalid > 0 && <InvalidRows steps={steps} state={state} />}
      <ActionBar>
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
      </ActionBar>
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

/** Renders the choice of the file, which is uploaded at once, with its progress. */
function UploadStep({ steps }: { steps: ImportSteps }) {
  const { t } = useTranslation();
  const id = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { uploading, rejected, mayRetry, upload } = steps;
  const templateFile = useTemplate();
  return (
    <DropZone isOff={steps.isBusy} chooser={chooser} accept=".csv,.tsv,.txt,text/csv" onFile={upload}>
      <div className={styles.drop}>
        {!uploading && (
          <>
            <FileUp size={32} aria-hidden="true" />
            <span>{t('manager.files.dropFile')}</span>
          </>
        )}
        <div className={styles.choice}>
          {uploading && <UploadProgress running={uploading} />}
          {/* One button in every state of the upload, which thus retains the focus. */}
          <Button
            ref={button}
            variant={uploading ? 'secondary' : 'primary'}
            busy={steps.isBusy && !uploading}
            aria-describedby={`${id}hint`}
            onClick={uploading ? uploading.cancel : () => chooser.current?.click()}
          >
            {uploading
              ? t('manager.files.cancel')
              : t(rejected ? 'csv.import.another' : 'manager.files.choose')}
          </Button>
          {!uploading && rejected && mayRetry && (
            <Button onClick={() => refocus(button, () => upload(rejected))}>
              {t('manager.files.retry')}
            </Button>
          )}
        </div>
        <small id={`${id}hint`} className="text-muted">
          {t('csv.import.fileHint', { max: MAX_IMPORT_MB })}
        </small>
        {!uploading && (
          <Button variant="quiet" onClick={() => saveFile(templateFile())}>
            {t('csv.import.template')}
          </Button>
        )}
      </div>
    </DropZone>
  );
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** Returns a function that creates a file with only the headings of the writable fields. */
function useTemplate() {
  const { name, fields } = useResource();
  const targets = useImportTargets();
  return () => {
    const filled = targets.filter((target) => fields[target.name] && !fields[target.name]!.isFixed);
    const headings = filled.map(({ label }) => quoted(label)).join(',');
    return new File([`${BYTE_ORDER_MARK}${headings}\r\n`], `${name}.csv`, { type: 'text/csv' });
  };
}

/** Renders the choice of a field for each column, and of how to find existing records. */
function MappingStep({ steps, state }: StateProps) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const labels = useLabels();
  const resource = useResource();
  const id = useId();
  const targets = useImportTargets();
  const headings = state.columns.map(({ heading }) => heading);
  const [mapping, setMapping] = useState(
    () => state.mapping ?? guessMapping(headings, { resource, targets }),
  );
  const rules = usableRules(resource.unique, resource, mapping);
  const mayUpdate = may(resource.singular, 'update');
  const matches = mayUpdate
    ? [...(mapping.includes('id') ? ['id'] : []), ...rules.map(({ name }) => name)]
    : [];
  const [chosen, setChosen] = useState(state.mapping ? state.matchBy : 'id');
  const matchBy = chosen !== null && matches.includes(chosen) ? chosen : null;
  const missing = missingFields(resource, mapping).map((field) => labels.field(resource, field));
  const unmapped =
    missing.length > 0 && t('csv.import.unmapped', { fields: new Intl.ListFormat(language).format(missing) });
  // A record that exists needs no value: the check says which ones do not.
  const isBlocked = mapping.every((name) => name === null) || (matchBy === null && missing.length > 0);
  const [isTried, setTried] = useState(false);
  const check = () => {
    setTried(isBlocked);
    if (!isBlocked) void steps.act({ check: { mapping, matchBy } });
  };
  const change = (place: number, name: string) =>
    setMapping(mapping.map((one, other) => (other === place ? name || null : one === name ? null : one)));
  const fieldsOfRule = (name: string) => {
    const fields = rules.find((rule) => rule.name === name)?.fields ?? [];
    const names = fields.filter((field) => isMapped(mapping, field));
    const titles = names.map((one) => labels.field(resource, resource.fields[one]!));
    return new Intl.ListFormat(language).format(titles);
  };
  return (
    <>
      <p className="text-muted">{t('csv.import.mappingHint')}</p>
      <ol className={styles.columns}>
        {/* Screen readers have the label of each choice. */}
        <li className={styles.heads} aria-hidden="true">
          <span>{t('csv.import.columnOfFile')}</span>
          <span>{t('csv.import.examples')}</span>
          <span>{t('csv.import.field')}</span>
        </li>
        {state.columns.map(({ heading, samples }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity, and never move
          <li key={place} className={styles.column}>
            <label htmlFor={`${id}${place}`} className="strong">
              <bdi>{heading || t('csv.import.column', { place: place + 1 })}</bdi>
            </label>
            <Values className={styles.samples} values={samples.map((text) => ({ text }))} />
            <select
              id={`${id}${place}`}
              className={classNames(select.select, styles.target)}
              value={mapping[place] ?? ''}
              onChange={({ target }) => change(place, target.value)}
            >
              <option value="">{t('csv.import.skip')}</option>
              {targets.map(({ name, label }) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ol>
      {matches.length > 0 && (
        <div className={styles.match}>
          <label htmlFor={`${id}match`} className="strong">
            {t('csv.import.match')}
          </label>
          <select
            id={`${id}match`}
            className={classNames(select.select, styles.target)}
            value={matchBy ?? ''}
            onChange={({ target }) => setChosen(target.value || null)}
          >
            <option value="">{t('csv.import.matchNone')}</option>
            {matches.map((name) => (
              <option key={name} value={name}>
                {t('csv.import.matchBy', { fields: name === 'id' ? t('csv.id') : fieldsOfRule(name) })}
              </option>
            ))}
          </select>
        </div>
      )}
      <ActionBar
        note={
          isTried && isBlocked ? (
            <FormError text={unmapped || t('csv.export.noColumn')} />
          ) : (
            unmapped && <p className="text-muted">{unmapped}</p>
          )
        }
      >
        <Button variant="primary" busy={steps.isBusy} onClick={check}>
          {t('csv.import.check')}
        </Button>
      </ActionBar>
    </>
  );
}

/** Returns the targets of the columns of the page's resource, with their labels. */
function useImportTargets(): ImportTarget[] {
  const { t } = useTranslation();
  const labels = useLabels();
  const resource = useResource();
  return importTargets(resource, {
    labelOf: (field) => labels.field(resource, field),
    idLabel: t('csv.id'),
  });
}
