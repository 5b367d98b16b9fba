import type { Readable } from 'node:stream';
import { createRecordScanner } from '@bindery/contract/records/csv.ts';
import { MAX_IMPORT_LINE_LENGTH } from '@bindery/contract/records/imports.ts';
import { MAX_IMPORT_MB } from '@bindery/contract/records/limits.ts';
import type { FieldErrorKey } from '@bindery/contract/records/validation.ts';
import { ApiError, errorsAt } from '#backend/kernel/http/api-error.ts';

/** The size of a chunk of a file in the database. */
const CHUNK_BYTES = 256 * 1024;
/** The first bytes of a file in UTF-16, as spreadsheets save "Unicode text". */
const UTF_16: readonly (readonly [start: string, encoding: string])[] = [
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
];

const SEPARATOR = /^sep=.(?=[\r\n])/i;

/** The facts about a completely received file. */
interface ReceivedFile {
  readonly size: number;
  /** The number of records after the headings, which the check corrects. */
  readonly total: number;
  /** The first chunk, which contains the headings. */
  readonly start: string;
}

/** Returns the error of a file as a whole. */
export const fileError = (key: FieldErrorKey, values: Record<string, string | number> = {}): ApiError =>
  new ApiError('INVALID', errorsAt('file', key, values));

/**
 * Passes a file on in chunks of UTF-8, one at a time in memory, and checks the file as a whole.
 * @throws ApiError TOO_LARGE; INVALID for another encoding, NUL characters, too long a line, or no records.
 */
export async function receiveFile(
  stream: Readable,
  keep: (piece: { position: number; data: Buffer }) => Promise<void>,
): Promise<ReceivedFile> {
  const scan = createRecordScanner();
  let decoder: TextDecoder | undefined;
  let [size, position, start, pending] = [0, 0, '', ''];
  let scanned = scan('');

  const keepPending = async () => {
    if (position === 0) start = pending;
    await keep({ position, data: Buffer.from(pending) });
    position++;
    pending = '';
  };
  const take = async (given: string) => {
    if (given.includes('\0')) throw fileError('errors.csvNul');
    // Excel's declaration of the delimiter; an empty line remains, so that the numbers of the others do not
    // change.
    const text = position === 0 && pending === '' ? given.replace(SEPARATOR, '') : given;
    scanned = scan(text);
    if (scanned.open > MAX_IMPORT_LINE_LENGTH)
      throw fileError('errors.csvLine', { row: scanned.lines + 1, max: MAX_IMPORT_LINE_LENGTH });
    pending += text;
    if (pending.length >= CHUNK_BYTES) await keepPending();
  };

  // A rejected request keeps its connection: the client reads the response while it is still sending.
  const pieces: AsyncIterable<Buffer> = stream.iterator({ destroyOnReturn: false });
  for await (const bytes of pieces) {
    size += bytes.length;
    if (size > MAX_IMPORT_MB * 1024 * 1024) throw new ApiError('TOO_LARGE');
    decoder ??= decoderFor(bytes);
    await take(decode(decoder, bytes));
  }
  await take(decode(decoder ?? decoderFor(Buffer.alloc(0))));
  if (pending !== '') await keepPending();
  const total = scanned.lines + (scanned.open > 0 ? 1 : 0) - 1;
  if (total < 1) throw fileError('errors.csvEmpty');
  return { size, total, start };
}

function decoderFor(start: Buffer): TextDecoder {
  const mark = start.subarray(0, 2).toString('hex');
  const encoding = UTF_16.find(([known]) => known === mark)?.[1] ?? 'utf-8';
  return new TextDecoder(encoding, { fatal: true });
}

function decode(decoder: TextDecoder, bytes?: Buffer): string {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
  } catch {
    // No text in any encoding of spreadsheets, such as an image, or a workbook that was not saved as CSV.
    throw fileError(bytes?.includes(0) ? 'errors.csvNul' : 'errors.csvEncoding');
  }
}
