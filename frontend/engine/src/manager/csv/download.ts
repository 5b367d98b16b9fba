import { createRecordScanner } from '@bindery/contract/records/csv.ts';
import { send } from '#frontend/shell/http/http.ts';

/** The number of records received so far, and the total. */
export interface ExportProgress {
  readonly done: number;
  readonly total: number;
}

/** The request for the file; with `data` it is a POST. */
export interface ExportRequest {
  readonly url: string;
  readonly data?: unknown;
}

/**
 * Downloads a file of records and reports progress. Throws an HttpError, or the signal's reason if aborted; a
 * broken connection throws too, so that no user mistakes a part for the whole.
 */
export async function downloadRecords(
  { url, data }: ExportRequest,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: ExportProgress) => void },
): Promise<File> {
  const isPost = data !== undefined;
  const response = await send({
    method: isPost ? 'POST' : 'GET',
    url,
    signal,
    headers: { accept: 'text/csv', ...(isPost && { 'content-type': 'application/json' }) },
    ...(isPost && { body: JSON.stringify(data) }),
  });
  const total = Number(response.headers.get('x-total-count'));
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  const scan = createRecordScanner();
  const decoder = new TextDecoder();
  const pieces: BlobPart[] = [];
  const reader = response.body!.getReader();
  onProgress({ done: 0, total });
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(value);
    const { lines } = scan(decoder.decode(value, { stream: true }));
    // The first line has the headings.
    const records = Math.max(lines - 1, 0);
    // Records may have been added since they were counted.
    onProgress({ done: records, total: Math.max(total, records) });
  }
  return new File(pieces, name ?? 'export.csv', { type: 'text/csv' });
}

/** Offers a file to the user, who saves it according to the browser's settings. */
export function saveFile(file: File): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  // The browser reads the file asynchronously: after a minute it has certainly started.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
