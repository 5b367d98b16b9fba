import type { Selection } from '@bindery/contract/records/resources/bulk.ts';
import type { RawExportBody } from '@bindery/contract/records/resources/export-query.ts';
import { fieldsOf } from '@bindery/contract/records/resources/fields.ts';
import {
  filterParams,
  type ListAddress,
  orderOf,
  orderParams,
} from '@bindery/contract/records/resources/list-address.ts';
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
  const names = [...new Set(['id', ...visible, ...fieldsOf(resource).map(({ name }) => name)])];
  const fields = names.filter((name) => chosen.has(name));
  const toggle = (name: string) => {
    const isChosen = chosen.has(name);
    setChosen(new Set(isChosen ? [...chosen].filter((one) => one !== name) : [...chosen, name]));
  };

  const start = async () => {
    const isDone = await exporting.start(
      exportRequest(resource, { address, fields, bom, select: selected?.select }),
    );
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
              <label key={name} className="row choice-line">
                <input type="checkbox" checked={chosen.has(name)} onChange={() => toggle(name)} />
                <bdi>{columnLabel(name)}</bdi>
              </label>
            ))}
          </fieldset>
          <label className="row choice-line">
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

/**
 * Runs one export at a time, which is cancelled on unmount. `start` downloads and saves a file; it returns
 * whether the file was completed, otherwise `problem` is the reason.
 */
function useExport() {
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
  readonly address: ListAddress;
  readonly fields: string[];
  /** Whether the file starts with a byte order mark. */
  readonly bom: boolean;
  readonly select: Selection | undefined;
}

/**
 * Returns the request that exports selected records, or those that the search and the filters of a list find,
 * in its order.
 */
function exportRequest(resource: Resource, { address, fields, bom, select }: Choice): ExportRequest {
  const [_sort, _order] = orderParams(orderOf(resource, address));
  const { export: all, exportSelected } = apiOf(resource.name);
  if (select) {
    const data: RawExportBody = { select, _fields: fields, _bom: bom, _sort, _order };
    return { url: exportSelected.url(), data };
  }
  const filters = Object.fromEntries(filterParams(address));
  const query = { _fields: fields.join(','), _sort, _order, ...(bom && { _bom: true }), ...filters };
  return { url: all.url({ query }) };
}
