import { type RefObject, useEffect } from 'react';

/** The share of the rows whose texts fit on one line, if the paper is wide enough. */
const SHARE = 0.9;
/** The longest text that a column has space for, in characters. */
const MAX_LENGTH = 40;
/** The space around a text, in characters. */
const SPACE = 3;

/**
 * Sets the widths that the columns of a table have on paper, as `--paper` of its `col` elements: by the
 * lengths of most texts. By the longest ones, a single long text would break short ones beside it.
 */
export function usePaperWidths(table: RefObject<HTMLTableElement | null>): void {
  useEffect(() => {
    // After the handler of the rows, which renders all of them.
    const measure = () => table.current && setPaperWidths(table.current);
    addEventListener('beforeprint', measure);
    return () => removeEventListener('beforeprint', measure);
  }, [table]);
}

function setPaperWidths(table: HTMLTableElement) {
  const headings = [...table.tHead!.rows[0]!.cells];
  const rows = [...table.tBodies[0]!.rows].filter(({ cells }) => cells.length === headings.length);
  const lengths = headings.map((heading, place) => {
    // The columns of checkboxes and menus have no text.
    if (heading.tagName !== 'TH') return 0;
    const sorted = rows.map(({ cells }) => lengthOf(cells[place]!)).sort((a, b) => a - b);
    const usual = sorted[Math.ceil(sorted.length * SHARE) - 1] ?? 0;
    return Math.min(MAX_LENGTH, Math.max(usual, lengthOf(heading))) + SPACE;
  });
  const all = lengths.reduce((sum, length) => sum + length, 0);
  for (const [place, column] of [...table.querySelectorAll('col')].entries())
    column.style.setProperty('--paper', `${((lengths[place] ?? 0) / all) * 100}%`);
}

const lengthOf = ({ textContent }: HTMLElement) => textContent.trim().length;
