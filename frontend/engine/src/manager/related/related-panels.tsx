import { isEmptyValue } from '@bindery/contract/records/resources/fields.ts';
import {
  areOpenAtFirst,
  RELATED_PAGE_SIZE,
  type ReverseReference,
  relatedCall,
  reverseReferences,
} from '@bindery/contract/records/resources/reverse-references.ts';
import type { RelatedCount } from '@bindery/contract/records/resources/routes.ts';
import type { Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import { fieldsIn } from '@bindery/contract/schema/template.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight, Plus } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '#frontend/shell/auth/session.ts';
import { Button, buttonClass } from '#frontend/shell/components/button.tsx';
import { SearchField } from '#frontend/shell/components/search-field.tsx';
import { Skeleton } from '#frontend/shell/components/skeleton.tsx';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { fieldComponents } from '../fields/index.ts';
import { type PreloadedResponse, startingWith } from '../first-response.ts';
import { useLabels } from '../labels.ts';
import { formatTotal } from '../numbers.ts';
import { LoadMoreButton } from '../refine/load-more-button.tsx';
import { type RecordPages, useRecordPages } from '../refine/use-record-pages.ts';
import { addresses, apiOf, labelOf, type ManagerRecord, resourcesFor, useResource } from '../resource.ts';
import { ofNew } from '../row-rights.ts';
import styles from './related.module.css';

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
      isCollapsible={references.length > 1}
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
  /** False for the only panel, whose records are all that the page shows. */
  readonly isCollapsible: boolean;
  /** The referenced record. */
  readonly item: ManagerRecord;
  readonly count: RelatedTotal | undefined;
  readonly isOpenAtFirst: boolean;
}

/** The panels that the user has opened or closed, until the page is reloaded. */
const chosen = new Map<string, boolean>();

/**
 * Renders the records that refer to a record with one field, as a panel, which is collapsible beside others.
 * Their number, or the number of search results, is always visible; the records are loaded when the panel is
 * opened.
 */
function RelatedPanel(props: RelatedPanelProps) {
  const { reference, isOnlyOne, isCollapsible, item, count, isOpenAtFirst } = props;
  const { t } = useTranslation();
  const { language } = useLanguage();
  const labels = useLabels();
  const id = useId();
  const { resource, field } = reference;
  const key = `${resource.name} ${field.name}`;
  const [isOpen, setOpen] = useState(() => chosen.get(key) ?? isOpenAtFirst);
  const open = isOpen || !isCollapsible;
  const [searchTerm, setSearchTerm] = useState('');
  const list = useRelated(reference, { id: item.id, searchTerm, enabled: open });
  const shown = searchTerm !== '' && list.state === 'ready' ? list : count;
  const toggle = () => {
    chosen.set(key, !open);
    setOpen(!open);
    setSearchTerm('');
  };
  const records = labels.plural(resource);
  const title = isOnlyOne
    ? records
    : t('manager.recordPage.relatedBy', { records, field: labels.field(resource, field) });
  // A few records are easy to survey.
  const isSearchable = resource.search.length > 0 && (searchTerm !== '' || list.more !== 'none');
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>
          {isCollapsible ? (
            <button type="button" className={styles.toggle} aria-expanded={open} onClick={toggle}>
              <ChevronRight className={styles.arrow} size={18} data-mirrored aria-hidden="true" />
              {title}
            </button>
          ) : (
            title
          )}
        </h2>
        {shown && <span className={styles.count}>{formatTotal(language, shown)}</span>}
        {open && <NewLink reference={reference} item={item} />}
      </div>
      {open && (
        <div className={styles.content}>
          {isSearchable && (
            <SearchField
              label={t('manager.recordPage.search', { records })}
              clearLabel={t('manager.list.clearSearch')}
              term={searchTerm}
              onChange={setSearchTerm}
            />
          )}
          <Rows reference={reference} list={list} isSearched={searchTerm !== ''}>
            <AppLink className={styles.all} to={addresses.related(resource.name, field.name, item.id)}>
              {t('manager.recordPage.openList')}
            </AppLink>
          </Rows>
        </div>
      )}
    </section>
  );
}

/** Renders the link that adds a related record. */
function NewLink({ reference, item }: Pick<RelatedPanelProps, 'reference' | 'item'>) {
  const labels = useLabels();
  const { resource, field } = reference;
  if (!may(resource.singular, 'create') || ofNew(resource).fields[field.name]?.readOnly) return null;
  return (
    <AppLink
      className={buttonClass('secondary', styles.new)}
      to={`${addresses.create(resource.name)}?${new URLSearchParams({ [field.name]: item.id })}`}
    >
      <Plus size={16} aria-hidden="true" />
      {labels.message(resource, 'new')}
    </AppLink>
  );
}

interface RowsProps {
  readonly reference: ReverseReference;
  readonly list: RecordPages;
  readonly isSearched: boolean;
  /** Rendered below the records, beside the button that loads more. */
  readonly children: ReactNode;
}

function Rows({ reference: { resource, field }, list, isSearched, children }: RowsProps) {
  const { t } = useTranslation();
  const labels = useLabels();
  const id = useId();
  const { items, state } = list;
  if (state === 'loading')
    return (
      <div role="status" aria-label={t('common.loading')}>
        {/* High, so that on a phone nothing visible shifts when the records arrive. */}
        <Skeleton block="40rem" />
      </div>
    );
  if (state === 'failed')
    return (
      <div className={styles.more}>
        <p role="alert">{t('manager.list.failed')}</p>
        <Button onClick={list.retry}>{t('common.tryAgain')}</Button>
      </div>
    );
  if (items.length === 0)
    return (
      <p className="soft" role="status">
        {isSearched ? t('manager.list.noResults') : labels.message(resource, 'empty')}
      </p>
    );
  const fields = furtherFields(resource, field);
  return (
    <>
      <ColumnHeads resource={resource} fields={fields} />
      <ul id={id} aria-label={labels.plural(resource)}>
        {items.map((item) => (
          <RelatedRow key={item.id} resource={resource} fields={fields} item={item} />
        ))}
      </ul>
      <div className={styles.more}>
        <LoadMoreButton list={list} rowAt={(index) => `[id="${id}"] > li:nth-child(${index + 1})`} />
        {children}
      </div>
    </>
  );
}

/** The number of further fields that fit next to the label. */
const MAX_FIELDS = 2;

/**
 * Renders the heads of the columns, if there are any beside the label. Assistive technology reads the name of
 * a column with each value.
 */
function ColumnHeads({ resource, fields }: Omit<RelatedRowProps, 'item'>) {
  const labels = useLabels();
  const label = resource.fields[resource.label];
  if (fields.length === 0) return null;
  return (
    <div className={styles.heads} aria-hidden="true">
      <span>{label ? labels.field(resource, label) : labels.singular(resource)}</span>
      {fields.map((field) => (
        <span key={field.name}>{labels.field(resource, field)}</span>
      ))}
    </div>
  );
}

interface RelatedRowProps {
  readonly resource: Resource;
  /** The fields beside the label. */
  readonly fields: readonly ResourceField[];
  readonly item: ManagerRecord;
}

/** Renders a related record: its label as a link, and the first other columns of its list. */
function RelatedRow({ resource, fields, item }: RelatedRowProps) {
  const labels = useLabels();
  return (
    <li className={styles.row}>
      <AppLink className={styles.link} to={addresses.show(resource.name, item.id)}>
        <bdi>{labelOf(resource, item)}</bdi>
      </AppLink>
      <span className={styles.values}>
        {fields.map((field) => {
          const { Show } = fieldComponents(field.kind);
          const value = item[field.name];
          return (
            <span key={field.name} className={styles.value}>
              {!isEmptyValue(value) && (
                <>
                  <span className="only-for-screen-readers">{labels.field(resource, field)}: </span>
                  <Show resource={resource} field={field} value={value} />
                </>
              )}
            </span>
          );
        })}
      </span>
    </li>
  );
}

/** Returns the columns of the list that are neither part of the label nor the same in all related records. */
function furtherFields(resource: Resource, reference: ResourceField): ResourceField[] {
  const inLabel = fieldsIn(resource.labelParts);
  return resource.list
    .filter((name) => name !== reference.name && !inLabel.includes(name))
    .slice(0, MAX_FIELDS)
    .flatMap((name) => resource.fields[name] ?? []);
}

/** The number of records; a lower bound if `exact` is false. */
type RelatedTotal = Pick<RelatedCount, 'total' | 'exact'>;

/**
 * Loads the numbers of all records that refer to a record with one request. Returns the number of one
 * reference.
 */
function useRelatedCounts({ to, id, enabled }: { to: string; id: string; enabled: boolean }) {
  const { related } = apiOf(to);
  const request = { params: { id } };
  const { data } = useQuery({
    queryKey: ['related', to, id],
    queryFn: async () => (await related(request)).body,
    ...startingWith(
      enabled ? related.url(request) : undefined,
      ({ body }: PreloadedResponse<RelatedCount[]>) => body,
    ),
    enabled,
  });
  return ({ resource, field }: ReverseReference): RelatedTotal | undefined =>
    data?.find((count) => count.resource === resource.name && count.field === field.name);
}

/** Loads the records that refer to a record with one field and match a search, page by page. */
function useRelated(
  { resource, field }: ReverseReference,
  { id, searchTerm, enabled }: { id: string; searchTerm: string; enabled: boolean },
): RecordPages {
  const { loaded } = useRecordPages({
    enabled,
    resource: resource.name,
    pageSize: RELATED_PAGE_SIZE,
    filters: [
      // An array, as in the filters of lists, so that the URL equals the preloaded one.
      { field: field.name, operator: 'eq', value: [id] },
      ...(searchTerm === '' ? [] : [{ field: 'q', operator: 'eq' as const, value: searchTerm }]),
    ],
    order: [resource.sort],
    ...(searchTerm === '' && { firstCall: relatedCall({ resource, field }, id) }),
  });
  return loaded;
}
