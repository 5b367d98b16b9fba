import { idHeading } from '@bindery/contract/records/csv.ts';
import type { ImportState } from '@bindery/contract/records/imports.ts';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '#frontend/shell/auth/session.ts';
import { Button } from '#frontend/shell/components/button.tsx';
import { classNames } from '#frontend/shell/components/class-names.ts';
import select from '#frontend/shell/components/select.module.css';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { useLabels } from '../labels.ts';
import { useResource } from '../resource.ts';
import { guessMapping } from './guess-mapping.ts';
import styles from './import.module.css';
import type { ImportSteps } from './use-import.ts';
import { useImportTargets } from './use-import-targets.ts';

interface MappingStepProps {
  steps: ImportSteps;
  state: ImportState;
}

/** Renders the choice of a field for each column, and of how to find existing records. */
export function MappingStep({ steps, state }: MappingStepProps) {
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
  const isMapped = (name: string) => mapping.includes(name) || mapping.includes(idHeading(name));
  // The tenant of a limited user need not be in the file.
  const isGiven = (name: string) => isMapped(name) || resource.fields[name]?.isFixed;
  const rules = resource.unique.filter(({ fields }) => fields.some(isMapped) && fields.every(isGiven));
  const mayUpdate = may(resource.singular, 'update');
  const matches = mayUpdate ? [...(isMapped('id') ? ['id'] : []), ...rules.map(({ name }) => name)] : [];
  const [chosen, setChosen] = useState(state.mapping ? state.matchBy : 'id');
  const matchBy = chosen !== null && matches.includes(chosen) ? chosen : null;
  const change = (place: number, name: string) =>
    setMapping(mapping.map((one, other) => (other === place ? name || null : one === name ? null : one)));
  const fieldsOfRule = (name: string) => {
    const names = rules.find((rule) => rule.name === name)?.fields.filter(isMapped) ?? [];
    const titles = names.map((one) => labels.field(resource, resource.fields[one]!));
    return new Intl.ListFormat(language).format(titles);
  };
  return (
    <>
      <p className={styles.hint}>{t('csv.import.mappingHint')}</p>
      <ol className={styles.columns}>
        {state.columns.map(({ heading, samples }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity, and never move
          <li key={place} className={styles.column}>
            <label htmlFor={`${id}${place}`} className={styles.heading}>
              <bdi>{heading || t('csv.import.column', { place: place + 1 })}</bdi>
            </label>
            <p className={styles.samples} dir="auto">
              {samples.join(' · ')}
            </p>
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
        <>
          <label htmlFor={`${id}match`} className={styles.heading}>
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
        </>
      )}
      <div className={styles.actions}>
        <Button
          variant="primary"
          busy={steps.isBusy}
          aria-disabled={mapping.every((name) => name === null)}
          onClick={() => mapping.some((name) => name !== null) && steps.act({ check: { mapping, matchBy } })}
        >
          {t('csv.import.check')}
        </Button>
        <Button variant="quiet" onClick={steps.startAgain}>
          {t('csv.import.another')}
        </Button>
      </div>
    </>
  );
}
