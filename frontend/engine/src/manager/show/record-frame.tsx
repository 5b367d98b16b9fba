import type { Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import { type ReactNode, Suspense, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge, Badge as Marked } from '#frontend/shell/components/badge.tsx';
import { Skeleton } from '#frontend/shell/components/skeleton.tsx';
import { CustomSlot } from '../custom-page.tsx';
import { fieldComponents } from '../fields/index.ts';
import { useLabels } from '../labels.ts';
import { Page } from '../layout/page.tsx';
import { overridesOf, type RecordProps } from '../overrides.ts';
import { addresses, labelOf, type ManagerRecord, useResource } from '../resource.ts';
import styles from './show-page.module.css';

/** What the page of a record shows around its parts. */
export interface RecordFrameProps {
  /** Undefined while it is loading. */
  readonly item: ManagerRecord | undefined;
  /** The heading; by default the label of the record. */
  readonly title?: string;
  /** Precedes the heading. */
  readonly picture?: ReactNode;
  /** The line below the heading. */
  readonly description?: string | undefined;
  /** Precedes the exceptional values next to the heading. */
  readonly badges?: ReactNode;
  /** Links and buttons next to the heading. */
  readonly actions?: ReactNode;
  /** Content next to the other parts on wide screens, and below them on others. */
  readonly aside?: ReactNode;
  /** The parts of the page, one below the other. */
  readonly children: ReactNode;
}

/**
 * Renders the page of a record around its parts: breadcrumbs, and the heading with the exceptional values.
 */
export function RecordFrame({ item, title, badges, aside, children, ...heading }: RecordFrameProps) {
  const { t } = useTranslation();
  const labels = useLabels();
  const resource = useResource();
  return (
    <Page
      {...heading}
      title={title ?? (item && labelOf(resource, item))}
      crumbs={[{ label: labels.plural(resource), to: addresses.list(resource.name) }]}
      badges={
        <>
          {badges}
          {item?.archivedAt && <Badge>{t('manager.archive.archived')}</Badge>}
          {item && <Badges resource={resource} item={item} />}
        </>
      }
    >
      <div className={styles.columns}>
        <div className={styles.main}>{children}</div>
        {aside}
      </div>
    </Page>
  );
}

/** Renders the panels of the resource's extension below the fields of a record. */
export function RecordPanels({ item, onChanged }: RecordProps) {
  const { panels = [] } = overridesOf(useResource().name);
  return (
    // One boundary for all panels, and a high placeholder, so that nothing visible shifts.
    <Suspense
      fallback={
        <div className={styles.loading}>
          <Skeleton block="40rem" />
        </div>
      }
    >
      {panels.map((panel, place) => (
        <CustomSlot key={String(place)} load={panel} props={{ item, onChanged }} />
      ))}
    </Suspense>
  );
}

/** Renders the exceptional values of a record: the values that most records do not have. */
function Badges({ resource, item }: { resource: Resource; item: ManagerRecord }) {
  const labels = useLabels();
  return exceptionsOf(resource, item).map((field) => {
    const { Show, Badge = Show } = fieldComponents(field.kind);
    return (
      <Marked key={field.name} title={labels.field(resource, field)}>
        <bdi>
          <Badge resource={resource} field={field} value={item[field.name]} />
        </bdi>
      </Marked>
    );
  });
}

/** Returns the fields with exceptional values, without the fields of panels. */
function exceptionsOf(resource: Resource, item: ManagerRecord): ResourceField[] {
  const { inPanels = [] } = overridesOf(resource.name);
  return Object.values<ResourceField>(resource.fields).filter(({ kind, name, usual, default: fallback }) => {
    const value = item[name];
    const isShown = value !== null && value !== undefined && !inPanels.includes(name);
    return isShown && fieldComponents(kind).isExceptional?.(value, usual ?? fallback);
  });
}

/**
 * Returns the fields in the heading of a record's page: the badges and the label, unless the label is a link
 * to another record or consists of several fields.
 */
export function shownInHeading(resource: Resource, item: ManagerRecord): string[] {
  const label = resource.fields[resource.label];
  return [
    ...(label && label.to === undefined ? [label.name] : []),
    ...exceptionsOf(resource, item).map(({ name }) => name),
  ];
}

/** Renders a section of a record's page in a separate box. */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h2 id={id} className={styles.sectionTitle}>
        {title}
      </h2>
      {children}
    </section>
  );
}
