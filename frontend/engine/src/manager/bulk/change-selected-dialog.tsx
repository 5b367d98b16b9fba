import { MAX_BATCH_SIZE } from '@bindery/contract/records/limits.ts';
import { isEmptyValue } from '@bindery/contract/records/resources/fields.ts';
import type { Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import { fieldsIn } from '@bindery/contract/schema/template.ts';
import { type FormEvent, Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#frontend/shell/components/button.tsx';
import { Dialog, DialogActions } from '#frontend/shell/components/dialog.tsx';
import { FormError } from '#frontend/shell/components/form-error.tsx';
import select from '#frontend/shell/components/select.module.css';
import { Skeleton } from '#frontend/shell/components/skeleton.tsx';
import { loadTextsOf } from '#frontend/shell/http/describe-error.ts';
import { AntdTheme } from '../antd/antd-theme.tsx';
import { errorTexts } from '../field-errors.ts';
import { isUnreadable } from '../fields/base/field.ts';
import { fieldComponents } from '../fields/index.ts';
import { toJson } from '../form/values.ts';
import { useLabels } from '../labels.ts';
import styles from './bulk.module.css';
import { type BulkProps, changeableFields, useBulkDialog } from './use-bulk.ts';

/** Returns the field that is set alike most likely: not one that tells records apart. */
function likelyField({ labelParts, unique }: Resource, fields: readonly ResourceField[]): ResourceField {
  const identifying = [...fieldsIn(labelParts), ...unique.flatMap((rule) => rule.fields)];
  return fields.find(({ name }) => !identifying.includes(name)) ?? fields[0]!;
}

/** Renders the dialog that gives one field of all selected records the same value. */
export default function ChangeSelectedDialog(props: BulkProps) {
  const { t } = useTranslation();
  const labels = useLabels();
  const id = useId();
  const { resource, onClose } = props;
  const fields = changeableFields(resource);
  const { busy, failure, forget, shownCount, run } = useBulkDialog(props);
  const [field, setField] = useState(() => likelyField(resource, fields));
  const [value, setValue] = useState<unknown>();
  const [problem, setProblem] = useState('');
  const records = labels.count(resource, shownCount);
  const { Input } = fieldComponents(field.kind);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    forget();
    const values = { [field.name]: toJson(field, value) };
    const input = event.currentTarget.querySelector(`[id="${id}"]`);
    if (isUnreadable(input)) return setProblem(t('manager.table.unreadable'));
    if (field.required && isEmptyValue(values[field.name])) {
      const error = { key: 'errors.required' };
      await loadTextsOf([error.key]);
      return setProblem(errorTexts(resource, labels)(field.name, error));
    }
    setProblem('');
    await run({ action: 'update', values });
  }

  return (
    <Dialog title={t('manager.table.changeTitle', { records })} onClose={onClose}>
      <AntdTheme fallback={<Skeleton block="12rem" />}>
        <form className={styles.form} onSubmit={submit} noValidate>
          <label htmlFor={`${id}field`} className="label">
            {t('manager.table.field')}
          </label>
          <select
            id={`${id}field`}
            className={select.select}
            value={field.name}
            onChange={({ target }) => {
              setField(fields.find(({ name }) => name === target.value)!);
              setValue(undefined);
              setProblem('');
            }}
          >
            {fields.map((one) => (
              <option key={one.name} value={one.name}>
                {labels.field(resource, one)}
              </option>
            ))}
          </select>
          <label htmlFor={id} className="label">
            {t('manager.table.value')}
          </label>
          <Suspense fallback={<Skeleton block="var(--target)" />}>
            <Input
              key={field.name}
              id={id}
              resource={resource}
              field={field}
              value={value}
              onChange={(next) => {
                setValue(next);
                setProblem('');
              }}
            />
          </Suspense>
          {!field.required && <p className="text-muted">{t('manager.table.emptyHint')}</p>}
          {shownCount > MAX_BATCH_SIZE && (
            <p>
              {t('manager.table.inPortions')} {t('manager.remove.undoable')}
            </p>
          )}
          <FormError text={problem || failure} />
          <DialogActions>
            <Button onClick={onClose}>{t('common.cancel')}</Button>
            <Button variant="primary" type="submit" busy={busy}>
              {t('manager.table.change', { records })}
            </Button>
          </DialogActions>
        </form>
      </AntdTheme>
    </Dialog>
  );
}
