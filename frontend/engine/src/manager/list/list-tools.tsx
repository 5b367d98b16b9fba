import { MAX_VALUES } from '@bindery/contract/records/limits.ts';
import { fieldsOf } from '@bindery/contract/records/resources/fields.ts';
import { filterable, type ListAddress } from '@bindery/contract/records/resources/list-address.ts';
import type { ResourceField } from '@bindery/contract/schema/index.ts';
import { ArrowDown, ArrowUp, Columns3 } from 'lucide-react';
import { type ClipboardEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#frontend/shell/components/button.tsx';
import { FormError } from '#frontend/shell/components/form-error.tsx';
import { lazyDialog } from '#frontend/shell/components/lazy-dialog.tsx';
import { closePopover, Popover } from '#frontend/shell/components/popover.tsx';
import { SearchField } from '#frontend/shell/components/search-field.tsx';
import { SearchTerm } from '#frontend/shell/components/search-term.tsx';
import { Skeleton } from '#frontend/shell/components/skeleton.tsx';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { useLabels } from '../labels.ts';
import { MenuButton } from '../layout/menu-button.tsx';
import { formatNumber, formatTotal } from '../numbers.ts';
import { withElements } from '../with-elements.tsx';
import type { ColumnChoice } from './columns.ts';
import type { ColumnsPanelProps } from './columns-panel.tsx';
import { areIds, isTooLong, linesOf } from './filters/active-filters.ts';
import styles from './list-page.module.css';
import type { ListTable } from './list-table.ts';
import { isNarrowed, type List } from './state/use-list.ts';
import { usePrint } from './use-print.ts';
import type { ListSelection } from './use-selection.ts';
import { SaveViewPlace } from './views/save-view-place.tsx';

interface ListToolsProps {
  /** The search field, which takes the remaining width. */
  readonly search?: ReactNode;
  /** The number of records: next to the first button, on phones below the line. */
  readonly count?: ReactNode;
  /** Buttons; on phones they stay visible, with the search field. */
  readonly children: ReactNode;
}

/** Renders the toolbar above a list. */
export function ListTools({ search, count, children }: ListToolsProps) {
  return (
    <div className={styles.tools}>
      <div className={styles.bar}>
        {search}
        {children}
      </div>
      <div className={styles.countLine}>
        {count}
        <SaveViewPlace />
      </div>
    </div>
  );
}

/**
 * Renders the search field of a list, unless its resource has no searchable fields. It accepts lists of ids
 * or titles.
 */
export function ListSearch({ list }: { list: List }) {
  const { t } = useTranslation();
  const [lines, setLines] = useState<readonly string[]>();
  if (list.resource.search.length === 0) return null;
  const paste = (event: ClipboardEvent) => {
    const pasted = linesOf(event.clipboardData.getData('text'));
    setLines(pasted);
    if (pasted) event.preventDefault();
  };
  return (
    <div className={styles.search} onPasteCapture={paste}>
      <SearchField
        id="list-search"
        label={t('manager.list.search')}
        clearLabel={t('manager.list.clearSearch')}
        term={list.address.searchTerm}
        onChange={(searchTerm) => list.ask({ searchTerm })}
      />
      {lines && <PastedOffer list={list} lines={lines} onClose={() => setLines(undefined)} />}
    </div>
  );
}

/** Offers a search for the records that have one of the pasted lines as an id or in a field. */
function PastedOffer({
  list,
  lines,
  onClose,
}: {
  list: List;
  lines: readonly string[];
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const labels = useLabels();
  const [problem, setProblem] = useState('');
  const { resource, address, ask } = list;
  const fields = filterable(resource).filter(({ search, operators }) => search && operators.includes('eq'));

  function find(change: Partial<ListAddress>) {
    const next = { ...change, searchTerm: '' };
    if (lines.length > MAX_VALUES) return setProblem(t('manager.pasted.tooMany', { count: MAX_VALUES }));
    if (isTooLong({ ...address, ...next })) return setProblem(t('manager.pasted.tooLong'));
    ask(next, { push: true });
    onClose();
  }
  const findIn = (field: ResourceField) => () =>
    find({
      filters: [
        ...address.filters.filter((one) => one.field !== field || one.operator !== 'eq'),
        { field, operator: 'eq', values: lines },
      ],
    });

  return (
    <section className={styles.pasted} aria-label={t('manager.pasted.title')}>
      <span role="status">
        {t('manager.pasted.lines', {
          count: lines.length,
          total: formatNumber(language, lines.length),
        })}
      </span>
      {areIds(lines) ? (
        <Button variant="primary" onClick={() => find({ ids: lines })}>
          {t('manager.pasted.ids')}
        </Button>
      ) : (
        fields.map((field) => (
          <Button key={field.name} onClick={findIn(field)}>
            {t('manager.pasted.field', { field: labels.field(resource, field) })}
          </Button>
        ))
      )}
      <Button variant="quiet" onClick={onClose}>
        {t('common.cancel')}
      </Button>
      <FormError text={problem} />
    </section>
  );
}

/** Renders the total and how many rows are loaded, and announces changes to screen readers. */
export function ListCount({ list }: { list: List }) {
  const { t } = useTranslation();
  return (
    <p className={styles.count} role="status" aria-label={t('manager.list.count')}>
      <Count list={list} />
    </p>
  );
}

function Count({ list }: { list: List }) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const { address, items, total, state, outdated } = list;
  const { searchTerm } = address;
  // The page says what nothing matches.
  const isHidden = total === 0 && searchTerm === '';
  // The total of the previous query does not apply to this one.
  if (state !== 'ready' || outdated || (total === 0 && !isNarrowed(address))) return null;
  const formattedTotal = formatTotal(language, list);
  return (
    <>
      {/* The end of the list says how many of them are loaded, too. */}
      <span className={isHidden ? 'only-for-screen-readers' : styles.shown}>
        {searchTerm === ''
          ? t('manager.list.showing', { count: items.length, total: formattedTotal })
          : withElements(
              (places) => t('manager.list.results', { count: total, total: formattedTotal, ...places }),
              { searchTerm: <SearchTerm term={searchTerm} /> },
            )}
      </span>
      {/* On paper, which contains no more than these. */}
      {list.more !== 'none' && (
        <span className={styles.first}>
          {t('manager.list.first', { count: items.length, total: formattedTotal })}
        </span>
      )}
      {total > 0 && <Order list={list} />}
    </>
  );
}

/** Renders the first sort column on phones, where no heading shows it. */
function Order({ list: { resource, order } }: { list: List }) {
  const { t } = useTranslation();
  const labels = useLabels();
  const [first] = order;
  const field = fieldsOf(resource).find(({ name }) => name === first?.field);
  if (!first || !field) return null;
  const isDescending = first.direction === 'desc';
  const Icon = isDescending ? ArrowDown : ArrowUp;
  return (
    <span className={styles.order}>
      <span aria-hidden="true">·</span>
      <span className="only-for-screen-readers">{t('manager.list.sortBy')} </span>
      <bdi>{labels.field(resource, field)}</bdi>
      <Icon size={14} aria-hidden="true" />
      <span className="only-for-screen-readers">
        {t(isDescending ? 'manager.list.descending' : 'manager.list.ascending')}
      </span>
    </span>
  );
}

const ColumnsPanel = lazyDialog<ColumnsPanelProps & { onClose: () => void }>(
  () => import('./columns-panel.tsx'),
  () => <Skeleton block="16rem" />,
);

/**
 * Renders the button that opens the choice of columns. On phones, and for a list with few columns,
 * the menu of the list has it instead.
 */
export function ColumnsPopover(props: ColumnsPanelProps) {
  const { t } = useTranslation();
  if (props.choice.isSmall) return null;
  const button = (
    <>
      <Columns3 size={18} aria-hidden="true" />
      {t('manager.list.columns.open')}
    </>
  );
  return (
    <Popover button={button} buttonClassName={styles.columns} label={t('manager.list.columns.title')}>
      <h2 className={styles.panelTitle}>{t('manager.list.columns.title')}</h2>
      <ColumnsPanel {...props} onClose={closePopover} />
    </Popover>
  );
}

const Content = lazyDialog(() => import('./list-menu-content.tsx'));

/** A list, and the state that its menu changes. */
export interface ListMenuProps {
  list: List;
  table: ListTable;
  choice: ColumnChoice;
  selection: ListSelection;
}

/**
 * Renders the menu of rarely needed actions. On phones it contains every action without a button.
 */
export function ListMenu(props: ListMenuProps) {
  const print = usePrint(props.list);
  return (
    <MenuButton>
      {(button, onClose) => <Content {...props} button={button} onClose={onClose} onPrint={print} />}
    </MenuButton>
  );
}
