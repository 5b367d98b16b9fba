import { pipeline, Readable } from 'node:stream';
import type { ImportColumn } from '@bindery/contract/records/imports.ts';
import { MAX_IMPORT_COLUMNS, MAX_IMPORT_LINE_LENGTH } from '@bindery/contract/records/imports.ts';
import { CsvError, type Options, parse } from 'csv-parse';
import { parse as parseSync } from 'csv-parse/sync';
import { fileError } from './receive-file.ts';

/** A record of a file. A null cell is empty, '' is a quoted empty cell. */
export interface FileRecord {
  /** From 1, counting empty lines too, so that it corresponds to the line in a spreadsheet. */
  readonly number: number;
  readonly cells: readonly (string | null)[];
}

/** csv-parse's output for a record: `info` counts the records and the empty lines up to it. */
interface Parsed {
  readonly record: (string | null)[];
  readonly info: { readonly records: number; readonly empty_lines: number };
}

/** The number of records that are processed at once. */
const BATCH = 500;
const DELIMITERS = [',', ';', '\t', '|'];
const SAMPLES = 5;
const MAX_SAMPLE_LENGTH = 60;

const options = (delimiter: string): Options => ({
  delimiter,
  bom: true,
  // Any of them ends a line, also mixed in one file: by default the first one found ends all.
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  max_record_size: MAX_IMPORT_LINE_LENGTH * 4,
  cast: (cell, { quoting }) => (cell === '' && !quoting ? null : cell),
});

/**
 * Returns the delimiter of a file, the one with the most columns, and its columns.
 * @throws ApiError INVALID for a duplicate heading, or too many headings.
 */
export function readHeadings(start: string): { delimiter: string; columns: ImportColumn[] } {
  const parsed = DELIMITERS.map((delimiter) => ({ delimiter, rows: firstRows(start, delimiter) }));
  const { delimiter, rows } = parsed.sort((a, b) => (b.rows[0]?.length ?? 0) - (a.rows[0]?.length ?? 0))[0]!;
  const [headings = [], ...samples] = rows;
  const names = headings.map((heading) => heading?.trim() ?? '');
  if (names.length > MAX_IMPORT_COLUMNS) throw fileError('errors.csvColumns', { max: MAX_IMPORT_COLUMNS });
  const twice = names.find((name, place) => name !== '' && names.indexOf(name) !== place);
  if (twice !== undefined) throw fileError('errors.csvHeading', { heading: twice });
  if (names.every((name) => name === '')) throw fileError('errors.csvEmpty');
  const columns = names.map((heading, place) => ({
    heading,
    samples: samples.flatMap((row) => row[place]?.trim().slice(0, MAX_SAMPLE_LENGTH) || []).slice(0, SAMPLES),
  }));
  return { delimiter, columns };
}

/** Parses the first records; the last one may be cut off, so errors at the end are ignored. */
function firstRows(start: string, delimiter: string): (string | null)[][] {
  const rows: (string | null)[][] = [];
  const keep = (row: (string | null)[]) => {
    rows.push(row);
    return null;
  };
  try {
    parseSync(start, { ...options(delimiter), to: SAMPLES + 1, on_record: keep });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
  }
  return rows;
}

/**
 * Reads the records of a file in batches, without its headings.
 * @throws ApiError INVALID for a misplaced quotation mark or a line that is too long.
 */
export async function* readCsvRecords(
  chunks: AsyncIterable<Buffer>,
  delimiter: string,
): AsyncGenerator<FileRecord[]> {
  // An error of either stream ends both; the loop below throws it.
  const parser = pipeline(Readable.from(chunks), parse({ ...options(delimiter), info: true }), () => {});
  let batch: FileRecord[] = [];
  let number = -1;
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      number = info.records + info.empty_lines - 1;
      if (info.records === 1) continue;
      batch.push({ number, cells: record });
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { records = number + 1, empty_lines = 0 } = error as Partial<Parsed['info']>;
    const row = records + empty_lines + 1;
    throw error.code === 'CSV_MAX_RECORD_SIZE'
      ? fileError('errors.csvLine', { row, max: MAX_IMPORT_LINE_LENGTH })
      : fileError('errors.csvQuote', { row });
  }
  if (batch.length > 0) yield batch;
}
