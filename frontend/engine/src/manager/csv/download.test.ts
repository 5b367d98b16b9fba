// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HttpError } from '#frontend/shell/http/http-error.ts';
import { startInit } from '#frontend/shell/http/init.ts';
import { downloadRecords } from './download.ts';

beforeEach(async () => {
  document.body.innerHTML =
    '<script id="init" type="application/json">{"settings":{"isDemo":false}}</script>';
  await startInit();
});
afterEach(() => vi.unstubAllGlobals());

const bytes = (text: string) => new TextEncoder().encode(text);

/** Responds with a file in chunks; an error in the list breaks the connection there. */
function serve(pieces: readonly (string | Error)[], headers: Record<string, string> = {}) {
  const rest = [...pieces];
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = rest.shift();
      if (piece === undefined) controller.close();
      else if (piece instanceof Error) controller.error(piece);
      else controller.enqueue(bytes(piece));
    },
  });
  vi.stubGlobal('fetch', async () => new Response(body, { headers }));
}

const download = async () => {
  const reported: string[] = [];
  const file = await downloadRecords(
    { url: '/api/books/export' },
    {
      signal: new AbortController().signal,
      onProgress: ({ done, total }) => reported.push(`${done}/${total}`),
    },
  );
  return { file, reported };
};

test('line breaks in a text do not count as records, wherever the chunks end', async () => {
  const text = 'title,author\r\n"a ""b""\r\nc",x\r\n"\n",y\r\n';
  for (const size of [1, 3, 7, text.length]) {
    const pieces = Math.ceil(text.length / size);
    serve(Array.from({ length: pieces }, (_, place) => text.slice(place * size, (place + 1) * size)));
    const { reported } = await download();
    expect({ size, reported: reported.at(-1) }).toEqual({ size, reported: '2/2' });
  }
});

test('a file is downloaded under its name, with progress', async () => {
  serve(['title\r\na\r\n', 'b\r\nc\r\n'], {
    'x-total-count': '3',
    'content-disposition': 'attachment; filename="books-2027-01-31.csv"',
  });
  const { file, reported } = await download();
  expect(file.name).toBe('books-2027-01-31.csv');
  expect(await file.text()).toBe('title\r\na\r\nb\r\nc\r\n');
  expect(reported).toEqual(['0/3', '1/3', '3/3']);
});

test('a broken connection is an error, not a shorter file', async () => {
  serve(['title\r\na\r\n', new TypeError('network error')], { 'x-total-count': '3' });
  await expect(download()).rejects.toThrow('network error');
});

test('an error response is an HttpError with its code', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ code: 'UNAVAILABLE', message: '' }, { status: 503 }));
  await expect(download()).rejects.toThrow(HttpError);
});
