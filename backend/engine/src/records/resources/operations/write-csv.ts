import { BYTE_ORDER_MARK, idHeading } from '@bindery/contract/records/csv/headings.ts';
import { joinValues } from '@bindery/contract/schema/fields/several-values.ts';
import { csvCell, csvLines } from '#backend/kernel/csv/csv-lines.ts';
import type { Projection, RecordJson } from '../query/projection.ts';

/** A column of a CSV file: its heading, and its value in a record. */
interface CsvColumn {
  readonly heading: string;
  readonly read: (item: RecordJson) => unknown;
}

/**
 * Returns the columns of some fields. A reference, also to several records, has two: its label for readers,
 * and its id, with which an import finds the same record again; so has a file, with its name.
 */
export function csvColumns(view: Projection, names: readonly string[]): CsvColumn[] {
  return names.flatMap((name): CsvColumn[] => {
    const plain = { heading: name, read: (item: RecordJson) => item[name] };
    const field = view.field(name);
    if (!field?.to && !field?.upload) return [plain];
    const part = (key: 'id' | 'label' | 'name') => (item: RecordJson) => {
      const parts = ([item[name] ?? []].flat() as Readonly<Record<string, string>>[]).map((one) => one[key]!);
      return field.join ? joinValues(parts) : parts[0];
    };
    return [
      { heading: name, read: part(field.to ? 'label' : 'name') },
      { heading: idHeading(name), read: part('id') },
    ];
  });
}

/** Returns records as lines of a CSV file, the first ones after the headings. */
export function writeCsv(
  columns: readonly CsvColumn[],
  given: { items: readonly RecordJson[]; isStart?: boolean; bom?: boolean },
): string {
  const { items, isStart = false, bom = false } = given;
  const rows = items.map((item) => columns.map(({ read }) => csvCell(read(item))));
  // A line without any character would not be a record at all.
  const isNarrow = columns.length === 1;
  const lines = csvLines(isStart ? [columns.map(({ heading }) => heading), ...rows] : rows, {
    quotesNull: isNarrow,
  });
  return bom && isStart ? BYTE_ORDER_MARK + lines : lines;
}
