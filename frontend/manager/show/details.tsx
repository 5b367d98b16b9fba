import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { isEmptyValue } from '#contract/resources/fields.ts';
import type { FormSection, Resource, ResourceField } from '#contract/schema/index.ts';
import { Skeleton } from '../../components/skeleton.tsx';
import { formatRelative } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { CustomSlot } from '../custom-page.tsx';
import { coverFieldOf } from '../feature-slots.ts';
import { fieldComponents } from '../fields/index.ts';
import { useLabels } from '../labels.ts';
import { overridesOf } from '../overrides.ts';
import type { ManagerRecord } from '../resource.ts';
import { shownInHeading } from './badges.tsx';
import { sectionsOf } from './sections.ts';
import styles from './show-page.module.css';

interface DetailsProps {
  resource: Resource;
  item: ManagerRecord;
  onChanged: () => void;
}

/**
 * Renders a record's cover, if it has one, every field that neither the heading nor a panel shows in the sections of the
 * form, and when it was
 * created and last changed.
 */
export function Details({ resource, item, onChanged }: DetailsProps) {
  const { t } = useTranslation();
  const { cover, inPanels = [] } = overridesOf(resource.name);
  const elsewhere = [...inPanels, ...shownInHeading(resource, item), cover && coverFieldOf(resource.name)];
  const shown = Object.values(resource.fields).filter(({ name }) => !elsewhere.includes(name));
  return (
    <section className={styles.card} aria-label={t('manager.show.details')}>
      <div className={styles.coverAndFields}>
        {cover && (
          <Suspense fallback={<Skeleton inline="11rem" block="16rem" />}>
            <CustomSlot load={cover} props={{ item, onChanged }} />
          </Suspense>
        )}
        {shown.length > 0 && (
          <div className={styles.sections}>
            {sectionsOf(resource, shown).map(({ section, fields }) => (
              <DetailsSection key={section?.name ?? ''} resource={resource} section={section}>
                {fields.map((field) => (
                  <Detail key={field.name} resource={resource} field={field} value={item[field.name]} />
                ))}
              </DetailsSection>
            ))}
          </div>
        )}
      </div>
      <p className={styles.times}>
        <Time label={t('manager.show.created')} at={String(item.createdAt)} />
        <Time label={t('manager.show.updated')} at={String(item.updatedAt)} />
      </p>
    </section>
  );
}

interface DetailsSectionProps {
  resource: Resource;
  /** Undefined for fields that stand in no section. */
  section: FormSection | undefined;
  children: ReactNode;
}

/** Renders a section of the fields as the form has it: its title, and its fields in one or two columns. */
function DetailsSection({ resource, section, children }: DetailsSectionProps) {
  const labels = useLabels();
  const fields = (
    <dl className={styles.details} data-columns={section?.columns}>
      {children}
    </dl>
  );
  if (!section) return fields;
  return (
    <section>
      <h2 className={styles.sectionTitle}>{labels.section(resource, section)}</h2>
      {fields}
    </section>
  );
}

interface DetailProps {
  resource: Resource;
  field: ResourceField;
  value: unknown;
}

function Detail({ resource, field, value }: DetailProps) {
  const { t } = useTranslation();
  const labels = useLabels();
  const { Show, wide } = fieldComponents(field.kind);
  return (
    <div data-wide={wide}>
      <dt>{labels.field(resource, field)}</dt>
      <dd>
        {isEmptyValue(value) ? (
          <span className={styles.soft}>{labels.none(resource, field) ?? t('manager.show.notSet')}</span>
        ) : (
          <Show resource={resource} field={field} value={value} />
        )}
      </dd>
    </div>
  );
}

function Time({ label, at }: { label: string; at: string }) {
  const { language } = useLanguage();
  const exact = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'medium' }).format(
    new Date(at),
  );
  return (
    <span>
      {label}{' '}
      <time dateTime={at} title={exact}>
        {formatRelative(language, at)}
      </time>
    </span>
  );
}
