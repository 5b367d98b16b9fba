import { Readable } from 'node:stream';
import type { AuditEntry, HistoryFilters } from '#contract/history.ts';
import type { Role } from '#contract/schema/index.ts';
import { type HistoryParts, readHistoryPage } from './read-history.ts';

/** The entries that are read at once, so that memory does not grow with the file. */
const AT_ONCE = 500;

const HEADINGS = ['at', 'action', 'resource', 'record', 'label', 'user', 'impersonator', 'batch', 'field'];

/** Starts to send the history as CSV; the stream ends with the last entry, or when it is destroyed. */
export async function exportHistory(
  parts: HistoryParts,
  { filters, role }: { filters: HistoryFilters; role: Role },
): Promise<Readable> {
  const read = (after?: string) => readHistoryPage(parts, { filters, role, size: AT_ONCE, after });
  // Read before the response begins, so that a wrong filter is answered as such.
  const first = await read();
  async function* pieces() {
    yield line([...HEADINGS, 'before', 'after']);
    for (let page = first; ; page = await read(page.next)) {
      yield page.entries.flatMap(linesOf).join('');
      if (page.next === undefined) return;
    }
  }
  return Readable.from(pieces(), { objectMode: false });
}

/** Returns one line for each changed field, or one for an entry without any. */
function linesOf({ changes, actor, impersonator, ...entry }: AuditEntry): string[] {
  const own = [entry.at, entry.action, entry.resource, entry.recordId, entry.label];
  const all = [...own, actor?.label, impersonator?.label, entry.batch];
  const fields = Object.entries(changes);
  if (fields.length === 0) return [line([...all, null, null, null])];
  return fields.map(([name, { before, after }]) => line([...all, name, textOf(before), textOf(after)]));
}

/** Returns a value as text: a reference by its label. */
const textOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'label' in value ? value.label : value;

/** Spreadsheets run a cell with such a beginning as a formula; an apostrophe makes it a text. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

const cell = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",;\r\n\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

const line = (values: readonly unknown[]): string => `${values.map(cell).join()}\r\n`;
