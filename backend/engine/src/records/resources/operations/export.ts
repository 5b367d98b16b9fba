import type { ExportBody, ExportQuery } from '@bindery/contract/records/resources/export-query.ts';
import { sql } from 'kysely';
import type { Actor } from '#backend/kernel/http/actor.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { rowsSelected, selectionConditions } from '../bulk/selection.ts';
import { countAll, countMatching } from '../query/count.ts';
import { filterConditions } from '../query/filters.ts';
import type { DatabaseRow } from '../query/projection.ts';
import { requireArchive } from '../query/scope.ts';
import { Sorting } from '../query/sorting.ts';
import type { ResourceService } from '../resource-service.ts';
import { csvColumns, writeCsv } from './write-csv.ts';

/**
 * The number of records that are read at once: few enough that other requests run between two pages, and that
 * a page of the longest texts fits in memory.
 */
const PAGE = 500;
/** A filtered total is exact up to this number: counting takes little time compared with an export. */
const EXACT_UP_TO = 1_000_000;

/** An export that is ready to be sent. */
export interface Export {
  readonly total: number;
  /** The file, chunk by chunk; each is read from the database when the previous one has been sent. */
  readonly pieces: AsyncIterable<string>;
}

/**
 * Starts the export of a list as CSV. Reads it page by page by keyset, so that neither memory nor a
 * transaction grows with it; a record that changes meanwhile appears as it was when its page was read.
 * @throws ApiError INVALID that names a field which the role may not read; SELECTION_CHANGED with the number
 * of records that the query of a selection finds, if
 *   it is not the stated one.
 */
export async function exportCsv(
  service: ResourceService,
  { query, actor }: { query: ExportQuery | ExportBody; actor: Actor },
): Promise<Export> {
  const select = 'select' in query ? query.select : undefined;
  const ofArchive = 'archived' in query && query.archived;
  const rows = ofArchive ? requireArchive(service.resource, actor) : 'live';
  const view = service.projection(actor, select ? rowsSelected({ service, select, actor }) : rows);
  const sorting = new Sorting(view, query.order);
  const conditions =
    'select' in query
      ? selectionConditions({ service, select: query.select, actor })
      : filterConditions(view, query);
  const columns = csvColumns(view, query.fields);

  const readPage = (after: string | undefined): Promise<DatabaseRow[]> => {
    let select = sorting.apply(view.select()).limit(sql.lit(PAGE));
    for (const condition of conditions) select = select.where(condition);
    if (after !== undefined) select = select.where(sorting.after(after));
    return service.query(select, 'export');
  };
  const { scope, statements } = view;
  const counting = { scope, statements, conditions, mode: 'export', limit: EXACT_UP_TO } as const;
  const [first, total] = await Promise.all([
    readPage(undefined),
    conditions.length === 0 ? countAll(service, scope) : countMatching(service, counting),
  ]);

  // The page showed the user a number.
  if (select && 'query' in select && total.value !== select.count)
    throw new ApiError('SELECTION_CHANGED', { count: total.value });
  async function* pieces() {
    yield writeCsv(columns, { items: first.map(view.toJson), isStart: true, bom: query.bom });
    let page = first;
    while (page.length === PAGE) {
      page = await readPage(sorting.cursorAfter(page.at(-1)!));
      yield writeCsv(columns, { items: page.map(view.toJson) });
    }
  }
  return { total: total.value, pieces: pieces() };
}
