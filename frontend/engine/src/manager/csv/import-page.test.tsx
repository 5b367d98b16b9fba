// @vitest-environment jsdom
import '#frontend/testing/browser-features.ts';
import type { ImportState } from '@bindery/contract/records/imports.ts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { loadNamespaces } from '#frontend/shell/i18n/i18n.ts';
import { click } from '#frontend/testing/click.ts';
import { HttpStandIn } from '#frontend/testing/http-stand-in.ts';
import { extensions } from '../overrides.ts';
import { queryClient } from '../refine/query-client.ts';
import { closeManager, heading, openManager, startManager } from '../testing/manager-fixture.tsx';
import { Component, ImportFrame } from './import-page.tsx';
import { ImportStep } from './import-step.tsx';
import { useImport } from './use-import.ts';

const id = '01900000-0000-7000-8000-00000000aaaa';
const uploaded: ImportState = {
  id,
  resource: 'books',
  name: 'books.csv',
  size: 10,
  delimiter: ',',
  state: 'uploaded',
  mode: null,
  columns: [
    { heading: 'title', samples: ['Dune'] },
    { heading: 'who', samples: ['Frank'] },
    { heading: 'genre', samples: ['Science fiction'] },
    { heading: 'house', samples: ['Ace'] },
  ],
  mapping: null,
  matchBy: null,
  done: 0,
  total: 2,
  invalid: 0,
  created: 0,
  updated: 0,
  error: null,
};
const checked: ImportState = {
  ...uploaded,
  state: 'checked',
  mapping: ['title', 'author', 'genre', null],
  done: 2,
  created: 1,
  invalid: 1,
};

let server: HttpStandIn;
const serve = (state: ImportState) => server.on(`GET /api/imports/${id}`, { body: state });

beforeAll(async () => {
  await startManager(new HttpStandIn());
  await loadNamespaces('csv');
}, 30_000);
beforeEach(() => {
  server = new HttpStandIn();
  server.install();
  server.on(`GET /api/imports/${id}/invalid-rows`, { body: [] });
});
afterEach(() => {
  vi.unstubAllGlobals();
  closeManager();
});

const open = async (search = `?import=${id}`) => {
  const router = await openManager(`/manager/books/import${search}`, [
    { path: '/manager/:resource/import', Component },
  ]);
  await heading('Import books');
  return router;
};
const button = (name: string) => screen.findByRole('button', { name });
const column = async (name: string) => (await screen.findByLabelText(name)) as HTMLSelectElement;

/** A custom page with the parts of the generated one. */
function OwnPage() {
  const steps = useImport('genres');
  return (
    <ImportFrame steps={steps}>
      <p>Ask the desk for a file first.</p>
      <ImportStep steps={steps} />
    </ImportFrame>
  );
}

test('a custom page replaces the import of its resource, with the same steps', async () => {
  extensions.set('genres', { import: async () => ({ default: OwnPage }) });
  onTestFinished(() => void extensions.delete('genres'));
  serve({ ...uploaded, resource: 'genres' });
  await openManager(`/manager/genres/import?import=${id}`, [
    { path: '/manager/:resource/import', Component },
  ]);
  await heading('Import genres');
  await screen.findByText('Ask the desk for a file first.');
  expect(await screen.findByRole('button', { name: 'Check' })).toBeDefined();
});

test('an import shows its current step of four, even when the columns are chosen again', async () => {
  serve(checked);
  await open();
  const step = () => document.querySelector('[aria-current=step]')!.textContent;
  await button('Import 1 book');
  expect(step()).toBe('3Check');
  await click(await button('Back'));
  expect(step()).toBe('2Columns');
  await click(await button('Choose another file'));
  await button('Choose a file');
  expect(step()).toBe('1File');
});

test('an import that has skipped lines reports how many and why, and offers them as a file', async () => {
  serve({ ...checked, state: 'done', mode: 'valid' });
  const errors = { title: [{ key: 'errors.required', message: 'Required' }] };
  server.on(`GET /api/imports/${id}/invalid-rows`, {
    body: [
      { number: 2, cells: ['', 'Frank', 'Dune · Messiah'], errors: { ...errors, author: errors.title } },
    ],
  });
  await open();
  await screen.findByText('Title is required');
  const figures = screen.getAllByRole('definition').map((one) => one.textContent);
  expect(figures).toEqual(['1', '1']);
  expect(screen.getByText('Left out').closest('[role=status]')).not.toBeNull();
  expect(screen.getAllByRole('listitem').map((one) => one.textContent)).toEqual(
    // Dots between values are no part of them.
    expect.arrayContaining(['Title is required', 'Author is required', '–', 'Frank', 'Dune · Messiah']),
  );
  expect(screen.getByRole('cell', { name: '3' })).toBeDefined();
  // One landmark, which scrolls and takes the focus.
  expect(screen.getByRole('region', { name: 'Invalid lines' }).tabIndex).toBe(0);
  expect(screen.getByRole('link', { name: 'Download the invalid lines' }).getAttribute('href')).toBe(
    `/api/imports/${id}/invalid-rows.csv`,
  );
});

test('a file without a valid line leads to another file', async () => {
  serve({ ...checked, invalid: 2 });
  await open();
  const names = (await screen.findAllByRole('button', { name: /Back|file|Import/ })).map(
    (one) => one.textContent,
  );
  expect(names).toEqual(['Choose another file', 'Back']);
});

test('a file without an invalid line is imported as a whole, and has no figure for what is not there', async () => {
  serve({ ...checked, invalid: 0, created: 2 });
  server.on(`POST /api/imports/${id}/run`, { body: { ...checked, state: 'done', invalid: 0, created: 2 } });
  await open();
  const run = await button('Import 2 books');
  expect(screen.getAllByRole('term').map((one) => one.textContent)).toEqual(['Ready to import']);
  await click(run);
  await button('Import another file');
  expect(server.sent('POST').at(-1)!.body).toEqual({ mode: 'all' });
});

test('a file whose columns lack a required field is not checked, and the fields are named', async () => {
  serve({ ...uploaded, columns: [{ heading: 'work', samples: ['Dune'] }] });
  await open();
  await click(await button('Check'));
  expect(screen.getByText('No column yet for: Title, Author, and Genre').getAttribute('role')).toBe('alert');
  fireEvent.change(await column('work'), { target: { value: 'title' } });
  await waitFor(() => expect(screen.getByText('No column yet for: Author and Genre')).toBeDefined());
  expect(server.sent('POST')).toEqual([]);
});

test('the template has the headings that the import then finds, without ids', async () => {
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob);
    return 'blob:template';
  });
  onTestFinished(() => void vi.restoreAllMocks());
  await open('');
  await click(await button('Download a template'));
  const [headings] = (await files[0]!.text()).replace('\uFEFF', '').split('\r\n');
  expect(headings).toMatch(/^"Title","Author","Genre",/);
  expect(headings).not.toContain('ID');
});

test('a check that the server rejects, or does not receive, retains the choice of columns', async () => {
  serve(checked);
  await open();
  await click(await button('Back'));
  fireEvent.change(await column('house'), { target: { value: 'publisher' } });
  await click(await button('Check'));
  await screen.findByText(/could not be reached|No connection|connection/i);
  expect((await column('house')).value).toBe('publisher');
});

test('an import that another tab has started shows its progress instead of a conflict', async () => {
  serve(checked);
  await open();
  const run = await button('Import 1 book');
  serve({ ...checked, state: 'importing', mode: 'valid', done: 1 });
  server.on(`POST /api/imports/${id}/run`, { status: 409, body: { code: 'CONFLICT', message: 'Conflict' } });
  await click(run);
  expect((await screen.findByRole('progressbar')).getAttribute('value')).toBe('1');
  expect(screen.queryByText(/clashes/)).toBeNull();
});

test('the next step has the focus at its start when the button that led there has disappeared', async () => {
  serve(checked);
  await open();
  const run = await button('Import 1 book');
  run.focus();
  server.on(`POST /api/imports/${id}/run`, { body: { ...checked, state: 'done', mode: 'valid' } });
  await click(run);
  await button('Import another file');
  expect(document.activeElement).toBe(await heading('Import books'));
});

test('lists and records are read again after an import has finished, or was undone', async () => {
  serve({ ...checked, state: 'importing', mode: 'valid', done: 1 });
  await open();
  await screen.findByRole('progressbar');
  const list = ['data', 'default', 'books', 'one', 'dune'];
  queryClient.setQueryData(list, { data: 'old' });
  serve({ ...checked, state: 'done', mode: 'valid', done: 2, created: 1 });
  const undo = await button('Undo the import');
  expect(queryClient.getQueryState(list)?.isInvalidated).toBe(true);

  queryClient.setQueryData(list, { data: 'imported' });
  server.on(`POST /api/history/batches/${id}/undo`, { body: { batch: id, count: 1 } });
  await click(undo);
  await button('Choose a file');
  expect(queryClient.getQueryState(list)?.isInvalidated).toBe(true);
});

/** An upload: jsdom's would need a server. */
class StandInRequest {
  readonly upload: { onprogress?: (sent: { loaded: number; total: number }) => void } = {};
  status = 0;
  response: unknown = null;
  url = '';
  onload = () => {};
  onerror = () => {};
  onabort = () => {};
  constructor() {
    uploads.push(this);
  }
  open(_method: string, url: string) {
    this.url = url;
  }
  setRequestHeader() {}
  send() {}
  abort() {
    this.onabort();
  }
}
let uploads: StandInRequest[];
beforeEach(() => {
  uploads = [];
  vi.stubGlobal('XMLHttpRequest', StandInRequest);
});
const choose = async (name: string) => {
  await button('Choose a file');
  const files = [new File(['title\nDune'], name)];
  fireEvent.change(document.querySelector('input[type=file]')!, { target: { files } });
};

test('an upload whose connection breaks reports it, retains the file, and works when it is sent again', async () => {
  const router = await open('');
  await choose(`${'📚'.repeat(250)}.csv`);
  act(() => uploads[0]!.onerror());
  await screen.findByText(/connection/i);
  serve(uploaded);
  const again = await button('Try again');
  again.focus();
  await click(again);
  await waitFor(async () => expect(document.activeElement).toBe(await button('Cancel upload')));
  act(() => Object.assign(uploads[1]!, { status: 201, response: uploaded }).onload());
  await waitFor(() => expect(router.state.location.search).toBe(`?import=${id}`));
  expect((await column('title')).value).toBe('title');
  expect(uploads[1]!.url).toBe(`/api/books/import?name=${encodeURIComponent('📚'.repeat(200))}`);
  await act(async () => {});
});

test('a file that is no table is named, and another one is asked for', async () => {
  await open('');
  await choose('cover.png');
  const errors = { file: [{ key: 'errors.csvNul', message: 'No table' }] };
  const body = { code: 'INVALID', message: 'Invalid', errors };
  act(() => Object.assign(uploads[0]!, { status: 400, response: body }).onload());
  await screen.findByText(/^This is not a CSV file/);
  expect(screen.getByText('cover.png')).toBeTruthy();
  await button('Choose another file');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('a file is uploaded as soon as it is chosen, with its progress, and an upload can be cancelled', async () => {
  const router = await open('');
  const chooser = await button('Choose a file');
  chooser.focus();
  await choose('كتب 📚.csv');
  act(() => uploads[0]!.upload.onprogress?.({ loaded: 1, total: 4 }));
  expect(screen.getByRole('progressbar', { name: 'Uploading \u2068كتب 📚.csv\u2069' })).toHaveProperty(
    'value',
    0.25,
  );
  expect(document.activeElement).toBe(await button('Cancel upload'));
  await click(await button('Cancel upload'));
  expect(document.activeElement).toBe(await button('Choose a file'));
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(router.state.location.search).toBe('');
});
