import { sql } from 'kysely';
import type { ExportQuery } from '#contract/resources/export-query.ts';
import type { Role } from '#contract/schema/index.ts';
import { countAll, countMatching } from '../query/count.ts';
import { filterConditions } from '../query/filters.ts';
import type { DatabaseRow } from '../query/projection.ts';
import { afterCursor, applySort, cursorAfter, sortKeys } from '../query/sorting.ts';
import type { ResourceService } from '../resource-service.ts';
import { csvColumns, writeCsv } from './write-csv.ts';

/**
 * The number of records that are read at once: few enough that other requests get their turn between two pages, and
 * that a page of the longest texts fits in memory.
 */
const PAGE = 500;
/** A filtered total is exact up to this number: counting takes little time compared with an export. */
const EXACT_UP_TO = 1_000_000;

/** An export that is ready to be sent. */
export interface Export {
  readonly total: number;
  /** The file, piece by piece; each is read from the database when the one before has been sent. */
  readonly pieces: AsyncIterable<string>;
}

/**
 * Starts the export of a list as CSV. Reads it page by page by keyset, so that neither memory nor a transaction grows
 * with it; a record that changes meanwhile appears as it was when its page was read.
 *
 * @throws ApiError INVALID that names a field which the role may not read.
 */
export async function exportCsv(
  service: ResourceService,
  { query, role }: { query: ExportQuery; role: Role },
): Promise<Export> {
  const view = service.projection(role);
  const keys = sortKeys(view, query.order);
  const conditions = filterConditions(view, query);
  const columns = csvColumns(view, query.fields);

  const readPage = (after: string | undefined): Promise<DatabaseRow[]> => {
    let select = applySort(view.select(), keys).limit(sql.lit(PAGE));
    for (const condition of conditions) select = select.where(condition);
    if (after !== undefined) select = select.where(afterCursor(after, keys));
    return service.query(select, 'export');
  };
  const counting = { conditions, mode: 'export', limit: EXACT_UP_TO } as const;
  const [first, total] = await Promise.all([
    readPage(undefined),
    conditions.length === 0 ? countAll(service) : countMatching(service, counting),
  ]);

  async function* pieces() {
    yield writeCsv(columns, { items: first.map(view.toJson), isStart: true, bom: query.bom });
    let page = first;
    while (page.length === PAGE) {
      page = await readPage(cursorAfter(page.at(-1)!, keys));
      yield writeCsv(columns, { items: page.map(view.toJson) });
    }
  }
  return { total: total.value, pieces: pieces() };
}
