import type { Selection } from '@bindery/contract/records/resources/bulk.ts';
import type { RawExportBody } from '@bindery/contract/records/resources/export-query.ts';
import { fieldsOf } from '@bindery/contract/records/resources/fields.ts';
import { filterParams, type ListAddress, orderOf } from '@bindery/contract/records/resources/list-address.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#frontend/shell/components/button.tsx';
import { Dialog, DialogActions } from '#frontend/shell/components/dialog.tsx';
import { FormError } from '#frontend/shell/components/form-error.tsx';
import { notify } from '#frontend/shell/components/toasts.tsx';
import { describeError } from '#frontend/shell/http/describe-error.ts';
import { HttpError } from '#frontend/shell/http/http-error.ts';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { useLabels } from '../labels.ts';
import { Progress } from '../progress.tsx';
import { apiOf } from '../resource.ts';
import styles from './csv.module.css';
import { downloadRecords, type ExportProgress, type ExportRequest, saveFile } from './download.ts';

/** The list to export, and its columns. */
export interface ExportDialogProps {
  list: { readonly resource: Resource; readonly address: ListAddress };
  /** The columns that the list shows, in their order. */
  visible: readonly string[];
  /** The selected records, if only those are exported, and their number. */
  selected?: { readonly select: Selection; readonly count: number } | undefined;
  onClose: () => void;
}

/** Renders the choice of columns of an export, then its progress. */
export function ExportDialog({ list, visible, selected, onClose }: ExportDialogProps) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const labels = useLabels();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(['id', ...visible]));
  const [bom, setBom] = useState(false);
  const exporting = useExport();
  const { resource, address } = list;
  // The columns of the list come first, in their order.
  const names = orderedNames(resource, visible);
  const fields = names.filter((name) => chosen.has(name));
  const toggle = (name: string) => {
    const isChosen = chosen.has(name);
    setChosen(new Set(isChosen ? [...chosen].filter((one) => one !== name) : [...chosen, name]));
  };

  const start = async () => {
    const choice = { address, fields, bom };
    const request = selected
      ? selectedExport(resource, { ...choice, select: selected.select })
      : { url: exportUrl(resource, choice) };
    const isDone = await exporting.start(request);
    if (!isDone) return;
    onClose();
    await notify('success', t('csv.export.done'));
  };
  return (
    <Dialog
      title={
        selected
          ? t('csv.export.titleSelected', { records: labels.count(resource, selected.count) })
          : t('csv.export.title', { plural: labels.plural(resource).toLocaleLowerCase(language) })
      }
      onClose={onClose}
    >
      {exporting.isRunning ? (
        <Progress label={t('csv.export.running')} value={exporting.progress} />
      ) : (
        <>
          {!selected && <p>{t('csv.export.text')}</p>}
          <fieldset className={styles.choices}>
            <legend>{t('csv.export.columns')}</legend>
            {names.map((name) => (
              <label key={name} className={styles.choice}>
                <input type="checkbox" checked={chosen.has(name)} onChange={() => toggle(name)} />
                <bdi>{columnLabel(name)}</bdi>
              </label>
            ))}
          </fieldset>
          <label className={styles.choice}>
            <input type="checkbox" checked={bom} onChange={() => setBom(!bom)} />
            {t('csv.export.bom')}
          </label>
        </>
      )}
      <FormError text={fields.length === 0 ? t('csv.export.noColumn') : exporting.problem} />
      <DialogActions>
        <Button onClick={exporting.isRunning ? exporting.cancel : onClose}>{t('common.cancel')}</Button>
        <Button
          variant="primary"
          busy={exporting.isRunning}
          aria-disabled={fields.length === 0}
          onClick={() => fields.length > 0 && start()}
        >
          {t('csv.export.start')}
        </Button>
      </DialogActions>
    </Dialog>
  );

  function columnLabel(name: string) {
    const field = fieldsOf(resource).find((one) => one.name === name);
    return field ? labels.field(resource, field) : t('csv.id');
  }
}

function orderedNames(resource: Resource, visible: readonly string[]): string[] {
  return [...new Set(['id', ...visible, ...fieldsOf(resource).map(({ name }) => name)])];
}

/** A running export, or the reason why the last one failed. */
interface Exporting {
  /** Undefined while none is running. */
  readonly progress: ExportProgress | undefined;
  readonly isRunning: boolean;
  readonly problem: string;
  /** Downloads and saves a file; returns whether it was completed. */
  readonly start: (request: ExportRequest) => Promise<boolean>;
  readonly cancel: () => void;
}

/** Runs one export at a time, which is cancelled on unmount. */
function useExport(): Exporting {
  const controller = useRef<AbortController>(undefined);
  const [progress, setProgress] = useState<ExportProgress>();
  const [isRunning, setIsRunning] = useState(false);
  const [problem, setProblem] = useState('');
  useEffect(() => () => controller.current?.abort(), []);

  const start = async (request: ExportRequest) => {
    controller.current = new AbortController();
    const { signal } = controller.current;
    setProblem('');
    setIsRunning(true);
    try {
      saveFile(await downloadRecords(request, { signal, onProgress: setProgress }));
      return true;
    } catch (error) {
      if (!signal.aborted) setProblem(await describeError(error instanceof HttpError ? error : OFFLINE));
      return false;
    } finally {
      setIsRunning(false);
      setProgress(undefined);
    }
  };
  return { progress, isRunning, problem, start, cancel: () => controller.current?.abort() };
}

/** The error of a connection that breaks in the middle of a response. */
const OFFLINE = new HttpError({ status: 0, statusText: 'No connection', body: null });

interface Choice {
  readonly fields: readonly string[];
  /** Whether the file starts with a byte order mark. */
  readonly bom: boolean;
}

/** Returns the request that exports selected records in the order of a list. */
function selectedExport(
  resource: Resource,
  { address, fields, bom, select }: Choice & { address: ListAddress; select: Selection },
): ExportRequest {
  const order = orderOf(resource, address);
  const data: RawExportBody = {
    select,
    _fields: [...fields],
    _bom: bom,
    _sort: order.map(({ field }) => field).join(','),
    _order: order.map(({ direction }) => direction).join(','),
  };
  return { url: apiOf(resource.name).exportSelected.url(), data };
}

/** Returns the address of the export of a list, with its search, filters and order. */
function exportUrl(resource: Resource, { address, fields, bom }: Choice & { address: ListAddress }): string {
  const order = orderOf(resource, address);
  return apiOf(resource.name).export.url({
    query: {
      _fields: fields.join(','),
      _sort: order.map(({ field }) => field).join(','),
      _order: order.map(({ direction }) => direction).join(','),
      ...(bom && { _bom: true }),
      ...Object.fromEntries(filterParams(address)),
    },
  });
}
