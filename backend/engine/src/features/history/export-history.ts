import type { AuditEntry, HistoryFilters } from '@bindery/contract/api/history.ts';
import { csvCell, csvLines } from '#backend/kernel/csv/csv-lines.ts';
import type { Actor } from '#backend/kernel/http/actor.ts';
import { type HistoryParts, readHistoryPage } from './read-history.ts';

/** The number of changes that are read at once, so that memory does not grow with the file. */
const AT_ONCE = 500;

const HEADINGS = [
  ...['at', 'action', 'resource', 'record', 'label'],
  ...['user', 'impersonator', 'apiKey', 'apiKeyName', 'batch', 'field'],
];

/** Starts the export of the history as CSV; returns the file, which is read chunk by chunk. */
export async function exportHistory(
  parts: HistoryParts,
  { filters, actor }: { filters: HistoryFilters; actor: Actor },
): Promise<AsyncIterable<string>> {
  const read = (after?: string) => readHistoryPage(parts, { filters, actor, size: AT_ONCE, after });
  // Reads before the response starts, so that an invalid filter gets an error response.
  const first = await read();
  async function* pieces() {
    yield csvLines([[...HEADINGS, 'before', 'after']]);
    for (let page = first; ; page = await read(page.next)) {
      yield csvLines(page.entries.flatMap(rowsOf));
      if (page.next === undefined) return;
    }
  }
  return pieces();
}

/** Returns one row for each changed field, or one for a change without any. */
function rowsOf({ changes, actor, impersonator, apiKey, ...entry }: AuditEntry): (string | null)[][] {
  const own = [entry.at, entry.action, entry.resource, entry.recordId, entry.label];
  const all = [...own, actor?.label, impersonator?.label, apiKey?.id, apiKey?.name, entry.batch];
  const fields = Object.entries(changes);
  if (fields.length === 0) return [[...all, null, null, null].map(csvCell)];
  return fields.map(([name, { before, after }]) =>
    [...all, name, textOf(before), textOf(after)].map(csvCell),
  );
}

/** Returns a value as text: a reference as its label. */
const textOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'label' in value ? value.label : value;
