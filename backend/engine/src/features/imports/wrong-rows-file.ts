import { BYTE_ORDER_MARK, escapeFormula } from '@bindery/contract/records/csv.ts';
import type { Language } from '@bindery/contract/records/init.ts';
import { createErrorTexts } from '@bindery/contract/records/resources/labels.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import type { Transaction } from '#backend/database/connection.ts';
import { csvLines } from '#backend/kernel/csv/csv-lines.ts';
import { pageTexts } from '#backend/kernel/page-texts.ts';
import { lineOf } from './checked-record.ts';
import { readWrongRows, type StoredImport } from './store.ts';

const PAGE = 500;

/**
 * Returns the invalid rows of an import as CSV: their original cells after their line and their errors, in a
 * language of the pages.
 */
export async function* wrongRowsFile(
  db: Transaction,
  {
    stored: { id, columns },
    resource,
    language,
  }: {
    stored: Pick<StoredImport, 'id' | 'columns'>;
    resource: Resource;
    language: Language;
  },
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLines([['_line', '_errors', ...columns.map(({ heading }) => heading)]]);
  const textOf = createErrorTexts(resource, pageTexts(language));
  let after = 0;
  for (;;) {
    const rows = await readWrongRows(db, { importId: id, after, limit: PAGE });
    if (rows.length === 0) return;
    after = rows.at(-1)!.number;
    yield csvLines(
      rows.map(({ number, cells, errors }) => {
        const messages = Object.entries(errors).flatMap(([name, all]) =>
          all.map((error) => textOf(name, error)),
        );
        return [String(lineOf(number)), escapeFormula(messages.join('; ')), ...cells.map(safe)];
      }),
    );
  }
}

/** The cells come from the user's own file, but another user may open this one. */
const safe = (cell: string | null) => (cell === null || cell.startsWith("'") ? cell : escapeFormula(cell));
