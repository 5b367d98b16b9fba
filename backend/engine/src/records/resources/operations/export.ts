import { BYTE_ORDER_MARK, idHeading } from '@bindery/contract/records/csv.ts';
import type { ExportBody, ExportQuery } from '@bindery/contract/records/resources/export-query.ts';
import { joinValues } from '@bindery/contract/schema/fields/references.ts';
import { sql } from 'kysely';
import { csvCell, csvLines } from '#backend/kernel/csv/csv-lines.ts';
import type { Actor } from '#backend/kernel/http/actor.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { parseSelection } from '../bulk/selection.ts';
import { countAll, countMatching } from '../query/count.ts';
import { filterPredicates } from '../query/filters.ts';
import type { DatabaseRow, Projection, RecordJson } from '../query/projection.ts';
import { requireArchive } from '../query/scope.ts';
import { Sorting } from '../query/sorting.ts';
import type { ResourceService } from '../resource-service.ts';

/**
 * The number of records that are read at once: few enough that other requests run between two pages, and that
 * a page of the longest texts fits in memory.
 */
const PAGE = 500;
/** A filtered total is exact up to this number: counting takes little time compared with an export. */
const EXACT_UP_TO = 1_000_000;

/** An export that is ready to be sent. */
interface Export {
  readonly total: number;
  /** The file, chunk by chunk; each is read from the database when the previous one has been sent. */
  readonly pieces: AsyncIterable<string>;
}

/**
 * Starts the export of a list as CSV. Reads it page by page by keyset, so that neither memory nor a
 * transaction grows with it; a record that changes meanwhile appears as it was when its page was read.
 * @throws ApiError INVALID that names a field which the role may not read; SELECTION_CHANGED with the number
 * of records that the query of a selection finds, if it is not the stated one.
 */
export async function exportCsv(
  service: ResourceService,
  { query, actor }: { query: ExportQuery | ExportBody; actor: Actor },
): Promise<Export> {
  const select = 'select' in query ? query.select : undefined;
  const { rows, predicates } =
    'select' in query
      ? parseSelection(service, { select: query.select, actor, action: 'read' })
      : {
          rows: query.archived ? requireArchive(service.resource, actor) : ('live' as const),
          predicates: filterPredicates(service.projection(actor), query),
        };
  const projection = service.projection(actor, rows);
  const sorting = new Sorting(projection, query.order);
  const columns = csvColumns(projection, query.fields);

  const readPage = (after: string | undefined): Promise<DatabaseRow[]> => {
    let select = sorting.apply(projection.select()).limit(sql.lit(PAGE));
    for (const predicate of predicates) select = select.where(predicate);
    if (after !== undefined) select = select.where(sorting.after(after));
    return service.query(select, 'export');
  };
  const { scope, statements } = projection;
  const counting = { scope, statements, predicates, mode: 'export', limit: EXACT_UP_TO } as const;
  const [first, total] = await Promise.all([
    readPage(undefined),
    predicates.length === 0 ? countAll(service, projection) : countMatching(service, counting),
  ]);

  // The page showed the user a number.
  if (select && 'query' in select && total.value !== select.count)
    throw new ApiError('SELECTION_CHANGED', { count: total.value });
  async function* pieces() {
    yield writeCsv(columns, { items: first.map(projection.toJson), isStart: true, bom: query.bom });
    let page = first;
    while (page.length === PAGE) {
      page = await readPage(sorting.cursorAfter(page.at(-1)!));
      yield writeCsv(columns, { items: page.map(projection.toJson) });
    }
  }
  return { total: total.value, pieces: pieces() };
}

/** A column of a CSV file: its heading, and its value in a record. */
interface CsvColumn {
  readonly heading: string;
  readonly read: (item: RecordJson) => unknown;
}

/**
 * Returns the columns of some fields. A reference, also to several records, has two: its label for readers,
 * and its id, with which an import finds the same record again; so has a file, with its name.
 */
function csvColumns(projection: Projection, names: readonly string[]): CsvColumn[] {
  return names.flatMap((name): CsvColumn[] => {
    const plain = { heading: name, read: (item: RecordJson) => item[name] };
    const field = projection.field(name);
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
function writeCsv(
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
