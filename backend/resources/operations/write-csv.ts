import { stringify } from 'csv-stringify/sync';
import { escapeFormula } from '#contract/csv/formulas.ts';
import { BYTE_ORDER_MARK, idHeading } from '#contract/csv/headings.ts';
import type { Projection, RecordJson } from '../query/projection.ts';

/** A column of a CSV file: its heading, and its value in a record. */
interface CsvColumn {
  readonly heading: string;
  readonly read: (item: RecordJson) => unknown;
}

/**
 * Returns the columns of some fields. A reference has two: its label for readers, and its id, by which an import finds
 * the same record again.
 */
export function csvColumns(view: Projection, names: readonly string[]): CsvColumn[] {
  return names.flatMap((name): CsvColumn[] => {
    const plain = { heading: name, read: (item: RecordJson) => item[name] };
    if (!view.field(name)?.to) return [plain];
    const part = (key: 'id' | 'label') => (item: RecordJson) =>
      (item[name] as Readonly<Record<string, unknown>> | null)?.[key];
    return [
      { heading: name, read: part('label') },
      { heading: idHeading(name), read: part('id') },
    ];
  });
}

/**
 * Returns records as lines of a CSV file (RFC 4180), the first ones after the headings. An empty cell stands for null
 * and a quoted empty one for an empty text.
 */
export function writeCsv(
  columns: readonly CsvColumn[],
  given: { items: readonly RecordJson[]; isStart?: boolean; bom?: boolean },
): string {
  const { items, isStart = false, bom = false } = given;
  const rows = items.map((item) => columns.map(({ read }) => cellOf(read(item))));
  // A line without any character would be no record at all.
  const isNarrow = columns.length === 1;
  const lines = stringify(isStart ? [columns.map(({ heading }) => heading), ...rows] : rows, {
    record_delimiter: 'windows',
    quoted_match: QUOTED,
    quoted_empty: isNarrow,
  });
  return bom && isStart ? BYTE_ORDER_MARK + lines : lines;
}

/** Empty texts, and texts with a delimiter that other programs might guess. */
const QUOTED = /^$|[;\t]/;

function cellOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return escapeFormula(typeof value === 'object' ? JSON.stringify(value) : String(value));
}
