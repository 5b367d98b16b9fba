import { type ReactNode, useId } from 'react';
import styles from './developers.module.css';

interface SectionProps {
  title: string;
  /** Below the heading of another section. */
  isInner?: boolean;
  children: ReactNode;
}

/** Renders a section with its heading. */
export function Section({ title, isInner = false, children }: SectionProps) {
  const id = useId();
  const Heading = isInner ? 'h3' : 'h2';
  return (
    <section className={styles.section} aria-labelledby={id}>
      <Heading id={id}>{title}</Heading>
      {children}
    </section>
  );
}

interface DataTableProps {
  label: string;
  heads: readonly string[];
  /** The cells of each row, after its key. */
  rows: readonly (readonly [key: string, ...cells: ReactNode[]])[];
  /** The text if there are no rows. */
  none: string;
  /**
   * On a narrow screen the last cell is below the others, in the whole width: for long texts next to figures.
   */
  isStacked?: boolean;
}

/** Renders a table that scrolls sideways if it is too wide, also with the keyboard. */
export function DataTable({ label, heads, rows, none, isStacked = false }: DataTableProps) {
  if (rows.length === 0) return <p className={styles.soft}>{none}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled has to be reached by keyboard
    <section className={styles.wide} aria-label={`${label}: table`} tabIndex={0}>
      <table className={isStacked ? `${styles.table} ${styles.stacked}` : styles.table}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([key, ...cells]) => (
            <tr key={key}>
              {cells.map((cell, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its column
                <td key={place}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Formats a size: "1.2 MB". */
export function sizeOf(bytes: number): string {
  const kilobytes = bytes / 1000;
  return kilobytes < 1000 ? `${Math.round(kilobytes)} kB` : `${(kilobytes / 1000).toFixed(1)} MB`;
}

/** Formats a number of rows that PostgreSQL estimates. */
export const rowsOf = (rows: number): string => `about ${rows}`;

/** Formats a timestamp in the time zone of this machine: "2026-11-22 13:50:07". */
export function momentOf(moment: string): string {
  const date = new Date(moment);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 19).replace('T', ' ');
}
