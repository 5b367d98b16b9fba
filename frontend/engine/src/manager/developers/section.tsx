import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { withCode } from '#frontend/shell/developers/with-code.tsx';
import type { Language } from '#frontend/shell/i18n/languages.ts';
import styles from './developers.module.css';

interface SectionProps {
  title: string;
  /** The fragment of its address, for links to it. */
  id?: string | undefined;
  /** Below the heading of another section, in its card. */
  isInner?: boolean | undefined;
  children: ReactNode;
}

/** Renders a section with its heading, as a card of the page. */
export function Section({ title, id: fragment, isInner = false, children }: SectionProps) {
  const ownId = useId();
  const id = fragment ?? ownId;
  const Heading = isInner ? 'h3' : 'h2';
  return (
    <section className={isInner ? styles.section : `${styles.section} ${styles.card}`} aria-labelledby={id}>
      <Heading id={id}>{title}</Heading>
      {children}
    </section>
  );
}

/** The heading of a column: of figures, which are aligned at their last digit, or of texts. */
type Head = string | { readonly figures: string };

interface DataTableProps {
  /** The heading of its section. */
  title: string;
  heads: readonly Head[];
  /** The cells of each row, after its key. */
  rows: readonly (readonly [key: string, ...cells: ReactNode[]])[];
  /** The text if there are no rows; "none" by default. */
  none?: string;
  /**
   * On a narrow screen the last cell is below the others, in the whole width: for long texts next to figures.
   */
  isStacked?: boolean;
}

/** Renders a table that scrolls sideways if it is too wide, also with the keyboard. */
export function DataTable({ title, heads, rows, none, isStacked = false }: DataTableProps) {
  const { t } = useTranslation();
  if (rows.length === 0)
    return <p className="text-muted">{withCode(none ?? t('developers.page.entry.none'))}</p>;
  const classOf = (place: number) => (typeof heads[place] === 'object' ? styles.figures : undefined);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled has to be reached by keyboard
    <section className={styles.wide} aria-label={t('developers.page.table', { title })} tabIndex={0}>
      <table className={isStacked ? `${styles.table} ${styles.stacked}` : styles.table}>
        <thead>
          <tr>
            {heads.map((head, place) => {
              const text = typeof head === 'object' ? head.figures : head;
              return (
                <th key={text} scope="col" className={classOf(place)}>
                  {withCode(text)}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map(([key, ...cells]) => (
            <tr key={key}>
              {cells.map((cell, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its column
                <td key={place} className={classOf(place)}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Renders a section with a table, and more below it. */
export const TableSection = ({
  title,
  id,
  isInner,
  children,
  ...table
}: Partial<SectionProps> & DataTableProps) => (
  <Section title={title} id={id} isInner={isInner}>
    <DataTable title={title} {...table} />
    {children}
  </Section>
);

/** Renders code or an identifier, from left to right in every language. */
export const Code = ({ children }: { children: ReactNode }) => <code dir="ltr">{children}</code>;

/** Formats a size: "1.2 MB". */
export function formatSize(language: Language, bytes: number): string {
  const kilobytes = bytes / 1000;
  const [size, unit] =
    kilobytes < 1000 ? [Math.round(kilobytes), 'kilobyte'] : [kilobytes / 1000, 'megabyte'];
  return new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 1 }).format(size);
}

/** Formats a duration: "12.3 ms". */
export const formatMilliseconds = (language: Language, duration: number): string =>
  new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'millisecond',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(duration);

/** Formats a timestamp in the time zone of this machine, with its seconds. */
export const formatTimestamp = (language: Language, timestamp: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'medium' }).format(new Date(timestamp));
