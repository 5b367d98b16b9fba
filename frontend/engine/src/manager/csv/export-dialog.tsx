import type { Selection } from '@bindery/contract/records/resources/bulk.ts';
import { fieldsOf } from '@bindery/contract/records/resources/fields.ts';
import type { ListAddress } from '@bindery/contract/records/resources/list-address.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#frontend/shell/components/button.tsx';
import { Dialog, DialogActions } from '#frontend/shell/components/dialog.tsx';
import { FormError } from '#frontend/shell/components/form-error.tsx';
import { notify } from '#frontend/shell/components/toasts.ts';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { useLabels } from '../labels.ts';
import { Progress } from '../progress.tsx';
import styles from './csv.module.css';
import { exportUrl, selectedExport } from './export-url.ts';
import { useExport } from './use-export.ts';

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
