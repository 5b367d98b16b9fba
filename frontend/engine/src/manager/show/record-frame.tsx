import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '#frontend/shell/components/badge.tsx';
import { Skeleton } from '#frontend/shell/components/skeleton.tsx';
import { CustomSlot } from '../custom-page.tsx';
import { useLabels } from '../labels.ts';
import { Page } from '../layout/page.tsx';
import { overridesOf, type RecordProps } from '../overrides.ts';
import { addresses, labelOf, type ManagerRecord, useResource } from '../resource.ts';
import { Badges } from './badges.tsx';
import styles from './show-page.module.css';

interface RecordFrameProps {
  readonly item: ManagerRecord;
  /** The heading; by default the label of the record. */
  readonly title?: string;
  /** Precedes the heading. */
  readonly picture?: ReactNode;
  /** The line below the heading. */
  readonly description?: string | undefined;
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
export function RecordFrame({
  item,
  title,
  picture,
  description,
  actions,
  aside,
  children,
}: RecordFrameProps) {
  const { t } = useTranslation();
  const labels = useLabels();
  const resource = useResource();
  return (
    <Page
      title={title ?? labelOf(resource, item)}
      picture={picture}
      description={description}
      crumbs={[{ label: labels.plural(resource), to: addresses.list(resource.name) }]}
      badges={
        <>
          {item.archivedAt && <Badge>{t('manager.archive.archived')}</Badge>}
          <Badges resource={resource} item={item} />
        </>
      }
      actions={actions}
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
    <Suspense fallback={<Skeleton block="40rem" />}>
      {panels.map((panel, place) => (
        <CustomSlot key={String(place)} load={panel} props={{ item, onChanged }} />
      ))}
    </Suspense>
  );
}
