import { detailSections } from '@bindery/contract/records/resources/detail-sections.ts';
import { isEmptyValue } from '@bindery/contract/records/resources/fields.ts';
import { fieldApplies } from '@bindery/contract/records/rows/matches.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { readable } from '@bindery/contract/schema/names.ts';
import { createContext, type ReactNode, Suspense, use } from 'react';
import { useTranslation } from 'react-i18next';
import { useHydrated } from '#frontend/shell/browser/use-hydrated.ts';
import { Skeleton } from '#frontend/shell/components/skeleton.tsx';
import { formatDate, formatDateTime } from '#frontend/shell/i18n/format.ts';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { CustomSlot } from '../custom-page.tsx';
import { fieldComponents } from '../fields/index.ts';
import { useLabels } from '../labels.ts';
import { overridesOf } from '../overrides.ts';
import { countedList } from '../related/counted-list.ts';
import { type ManagerRecord, useResource } from '../resource.ts';
import { shownInHeading } from './record-frame.tsx';
import styles from './show-page.module.css';

interface DetailsState {
  readonly resource: Resource;
  readonly item: ManagerRecord;
  /** The fields that the heading shows. */
  readonly inHeading: readonly string[];
}

const DetailsContext = createContext<DetailsState | undefined>(undefined);

/** Returns the record of the surrounding `Details`. Throws outside of `Details`. */
function useDetails(): DetailsState {
  const state = use(DetailsContext);
  if (!state) throw new Error('A detail stands within <Details>');
  return state;
}

/** The placeholder of a cover. */
const COVER = <Skeleton inline="9rem" block="13.5rem" />;

interface DetailsProps {
  readonly item: ManagerRecord;
  readonly onChanged: () => void;
  /** The fields, optionally in sections; by default the fields of the entry. */
  readonly children?: ReactNode;
}

/**
 * Renders a record's cover, if it has one, its fields, and when it was created and last changed: these times
 * alone are the foot of the card that follows.
 */
export function Details({ item, onChanged, children }: DetailsProps) {
  const { t } = useTranslation();
  const resource = useResource();
  const { cover } = overridesOf(resource.name);
  const state = { resource, item, inHeading: shownInHeading(resource, item) };
  return (
    <section className={styles.card} aria-label={t('manager.show.details')}>
      <div className={styles.coverAndFields}>
        {cover && (
          <Suspense fallback={COVER}>
            <CustomSlot load={cover} props={{ item, onChanged }} />
          </Suspense>
        )}
        <DetailsContext value={state}>
          <div className={styles.sections}>{children ?? <EntryDetails />}</div>
        </DetailsContext>
      </div>
      <RecordTimes item={item} />
    </section>
  );
}

/**
 * Renders when a record was created and last changed, as far as it is known, on one line if there is room.
 */
function RecordTimes({ item }: { item: ManagerRecord }) {
  const { t } = useTranslation();
  return (
    <p className={styles.times}>
      {item.createdAt !== undefined && <Time label={t('manager.show.created')} at={String(item.createdAt)} />}{' '}
      {item.updatedAt !== undefined && <Time label={t('manager.show.updated')} at={String(item.updatedAt)} />}
    </p>
  );
}

/** Renders a time with its label: the day on a screen, with the hour on paper. */
function Time({ label, at }: { label: string; at: string }) {
  const { language } = useLanguage();
  // A line as high, which another element with the whole text replaces: beside a part of it, the rest would
  // shift.
  if (!useHydrated()) return <span key="placeholder">{'\u00a0'}</span>;
  const exact = formatDateTime(language, at);
  return (
    <span className={styles.time}>
      {label}{' '}
      <time dateTime={at} title={exact} data-exact={exact}>
        <span>{formatDate(language, at)}</span>
      </time>
    </span>
  );
}

/** Renders the details of a record that is loading: the labels, and placeholders of the values. */
export function DetailsPlaceholder({ item }: Pick<DetailsState, 'item'>) {
  const { t } = useTranslation();
  const resource = useResource();
  const state = { resource, item, inHeading: shownInHeading(resource, item) };
  return (
    <section className={styles.card} role="status" aria-label={t('common.loading')}>
      <div className={styles.coverAndFields}>
        {overridesOf(resource.name).cover && COVER}
        <DetailsContext value={state}>
          <div className={styles.sections}>
            <EntryDetails value={<Skeleton inline="10rem" />} />
          </div>
        </DetailsContext>
      </div>
    </section>
  );
}

/**
 * Renders every field that neither the heading nor a panel shows, in the sections of the form, with `value`
 * instead of the values. The panels of the records that refer to this one show how many there are.
 */
function EntryDetails({ value }: { value?: ReactNode }) {
  const { resource, item, inHeading } = useDetails();
  const { inPanels = [] } = overridesOf(resource.name);
  const elsewhere = [...inPanels, ...inHeading];
  return detailSections(resource).map(({ name, columns, fields }) => {
    const shown = fields.filter(
      (field) =>
        !elsewhere.includes(field) &&
        fieldApplies(resource, resource.fields[field]!, item) &&
        (item.archivedAt || !countedList(resource.fields[field]!)),
    );
    if (shown.length === 0) return null;
    return (
      <DetailsSection key={name} {...(name !== '' && { name, columns })}>
        {shown.map((field) => (
          <Detail key={field} name={field}>
            {value}
          </Detail>
        ))}
      </DetailsSection>
    );
  });
}

interface DetailsSectionProps {
  /** The name of the section in the entry's `layout` and the locale files; without one it has no title. */
  readonly name?: string;
  readonly columns?: 1 | 2;
  readonly children: ReactNode;
}

/** Renders a section of fields like the form: its title, and its fields in one or two columns. */
export function DetailsSection({ name, columns, children }: DetailsSectionProps) {
  const labels = useLabels();
  const { resource } = useDetails();
  const fields = (
    <dl className={styles.details} data-columns={columns}>
      {children}
    </dl>
  );
  if (name === undefined) return fields;
  const { title } = resource.layout.find((section) => section.name === name) ?? { title: readable(name) };
  return (
    <section className={styles.section}>
      <h2 className={styles.sectionTitle}>{labels.section(resource, { name, title })}</h2>
      {fields}
    </section>
  );
}

interface DetailProps<Name extends string> {
  readonly name: Name;
  /** The content to show instead of the value. */
  readonly children?: ReactNode;
}

/**
 * Renders a field of the record with its label. Renders nothing if the heading already shows the field as an
 * exceptional value, if it does not apply to the record, or if the user may not read it.
 */
export function Detail<Name extends string>({ name, children }: DetailProps<Name>) {
  const { t } = useTranslation();
  const labels = useLabels();
  const { resource, item, inHeading } = useDetails();
  const field = resource.fields[name];
  if (!field || inHeading.includes(name) || !fieldApplies(resource, field, item)) return null;
  const { Show, wide } = fieldComponents(field.kind);
  const value = item[name];
  return (
    <div data-wide={wide}>
      <dt>{labels.field(resource, field)}</dt>
      <dd>
        {children ??
          (isEmptyValue(value) ? (
            <span className="soft">{labels.none(resource, field) ?? t('manager.show.notSet')}</span>
          ) : (
            <Show resource={resource} field={field} value={value} />
          ))}
      </dd>
    </div>
  );
}
