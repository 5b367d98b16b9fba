import {
  areOpenAtFirst,
  type ReverseReference,
  reverseReferences,
} from '@bindery/contract/records/resources/reverse-references.ts';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { useLabels } from '../labels.ts';
import { type ManagerRecord, resourcesFor, useResource } from '../resource.ts';
import styles from './related.module.css';
import { RelatedRecords } from './related-records.tsx';
import { type RelatedTotal, useRelated, useRelatedCounts } from './use-related.ts';

/** Renders a panel for each reference to a record, with the referring records; none in an archive. */
export function RelatedPanels({ item }: { item: ManagerRecord }) {
  const resource = useResource();
  const references = item.archivedAt ? [] : reverseReferences(resourcesFor('read'), resource.name);
  const countOf = useRelatedCounts({ to: resource.name, id: item.id, enabled: references.length > 0 });
  return references.map((reference) => (
    <RelatedPanel
      key={`${reference.resource.name} ${reference.field.name}`}
      reference={reference}
      isOnlyOne={references.filter((other) => other.resource === reference.resource).length === 1}
      item={item}
      count={countOf(reference)}
      isOpenAtFirst={areOpenAtFirst(references)}
    />
  ));
}

interface RelatedPanelProps {
  readonly reference: ReverseReference;
  /** Whether this is the resource's only reference to the record, so that its name alone is unambiguous. */
  readonly isOnlyOne: boolean;
  /** The referenced record. */
  readonly item: ManagerRecord;
  readonly count: RelatedTotal | undefined;
  readonly isOpenAtFirst: boolean;
}

/** The panels that the user has opened or closed, until the page is reloaded. */
const chosen = new Map<string, boolean>();

/**
 * Renders the records that refer to a record with one field, as a collapsible panel. Their number, or the
 * number of search results, is always visible; the records are loaded when the panel is opened.
 */
function RelatedPanel({ reference, isOnlyOne, item, count, isOpenAtFirst }: RelatedPanelProps) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const labels = useLabels();
  const { resource, field } = reference;
  const key = `${resource.name} ${field.name}`;
  const [open, setOpen] = useState(() => chosen.get(key) ?? isOpenAtFirst);
  const [searchTerm, setSearchTerm] = useState('');
  const list = useRelated(reference, { id: item.id, searchTerm, enabled: open });
  const shown = searchTerm !== '' && list.state === 'ready' ? list : count;
  const toggle = (next: boolean) => {
    // The event also fires for an initially open panel, which the user did not choose.
    if (next !== open) chosen.set(key, next);
    setOpen(next);
    if (!next) setSearchTerm('');
  };
  const records = labels.plural(resource);
  return (
    <details
      className={styles.panel}
      open={open}
      onToggle={({ currentTarget }) => toggle(currentTarget.open)}
    >
      <summary className={styles.summary}>
        <ChevronRight className={styles.arrow} size={18} aria-hidden="true" />
        <h2>
          {isOnlyOne
            ? records
            : t('manager.recordPage.relatedBy', { records, field: labels.field(resource, field) })}
        </h2>
        {shown && (
          <span className={styles.count}>
            {new Intl.NumberFormat(language).format(shown.total)}
            {!shown.exact && '+'}
          </span>
        )}
      </summary>
      {open && (
        <RelatedRecords
          reference={reference}
          item={item}
          list={list}
          searchTerm={searchTerm}
          onSearch={setSearchTerm}
        />
      )}
    </details>
  );
}
