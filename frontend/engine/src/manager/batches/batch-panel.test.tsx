// @vitest-environment jsdom

import type { BatchJob } from '@bindery/contract/records/batch-jobs.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { loadNamespaces } from '#frontend/shell/i18n/i18n.ts';
import { click } from '#frontend/testing/click.ts';
import { DeferredBatchPanel } from '../main/manager.tsx';
import { closeManager, openManager, serveManager } from '../testing/manager-fixture.tsx';
import { showBatchJob, showImports, undoBatch } from './batch-jobs.ts';

const job: BatchJob = {
  id: 'b1',
  kind: 'update',
  resource: 'books',
  undoes: null,
  state: 'running',
  error: null,
  done: 3_000,
  total: 100_000,
  changed: 3_000,
  skipped: 0,
  createdAt: '2026-11-24T12:00:00.000Z',
};
let jobs: BatchJob[] = [];
const server = serveManager((stand) => {
  jobs = [job];
  stand.on('GET /api/history/batches', () => ({ body: jobs }));
  for (const action of ['cancel', 'resume', 'dismiss'])
    stand.on(`POST /api/history/batches/b1/${action}`, { status: 202, body: job });
});
afterEach(() => {
  vi.useRealTimers();
  closeManager();
});

const open = async () => {
  await loadNamespaces('batches', 'errors');
  await openManager('/', [{ path: '/', element: <DeferredBatchPanel /> }]);
};
const panel = async () => within(await screen.findByRole('region', { name: 'Work in progress' }));
const requested = () => server.requests.filter(({ path }) => path === '/api/history/batches').length;
const posts = () => server.sent('POST').map(({ path }) => path);

describe('the panel of jobs', () => {
  test('shows the progress of a job that was started earlier, some time after the page', async () => {
    vi.useFakeTimers();
    await open();
    expect(requested()).toBe(0);
    await act(() => vi.advanceTimersByTimeAsync(2_500));
    vi.useRealTimers();
    const shown = await panel();
    const bar = shown.getByRole<HTMLProgressElement>('progressbar', { name: 'Changing 100,000 books…' });
    expect([bar.value, bar.max]).toEqual([3_000, 100_000]);
    expect(shown.getByText('3,000 of 100,000')).toBeTruthy();
    expect(screen.getByRole('status').textContent).toBe('Changing 100,000 books…');
    await click(shown.getByRole('button', { name: 'Cancel' }));
    expect(posts()).toEqual(['/api/history/batches/b1/cancel']);
  });

  test('shows a running import with a link to its page, after the user has left it', async () => {
    jobs = [{ ...job, id: 'i1', kind: 'import' }];
    await open();
    await act(async () => showImports());
    const shown = await panel();
    expect(shown.getByRole('progressbar', { name: 'Importing 100,000 books…' })).toBeTruthy();
    const link = shown.getByRole('link', { name: 'Show the import' });
    expect(link.getAttribute('href')).toBe('/manager/books/import?import=i1');
    expect(shown.queryByRole('button', { name: 'Cancel' })).toBeNull();
  });

  test('sends no further requests if there is no job', async () => {
    jobs = [];
    vi.useFakeTimers();
    await open();
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(requested()).toBe(1);
    expect(screen.queryByRole('region', { name: 'Work in progress' })).toBeNull();
  });

  test('shows a job started on the page at once, then its result, which can be undone', async () => {
    await open();
    await act(async () => showBatchJob(job));
    await panel();
    jobs = [{ ...job, state: 'done', done: 100_000, changed: 99_999, skipped: 1 }];
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull(), { timeout: 5_000 });
    const shown = await panel();
    expect(shown.getByText('100,000 books changed')).toBeTruthy();
    expect(shown.getByText('Skipped because they no longer exist: 1')).toBeTruthy();
    server.on('POST /api/history/batches/b1/undo', {
      status: 202,
      body: { ...job, id: 'b2', kind: 'undo', undoes: 'b1' },
    });
    await click(shown.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(posts()).toEqual(['/api/history/batches/b1/undo']));
  });

  test('says why and at which record a job has stopped, and resumes it', async () => {
    const record = { resource: 'books', id: 'm', label: 'Matigari' };
    const error = { code: 'CONFLICT', message: 'Locked', reason: { message: 'This book is locked' }, record };
    jobs = [{ ...job, state: 'failed', error }];
    await open();
    await act(async () => showBatchJob(jobs[0]!));
    const shown = await panel();
    expect(shown.getByText('Stopped at 3,000 of 100,000. What was done stays.')).toBeTruthy();
    expect((await shown.findByRole('alert')).textContent).toBe('Matigari: This book is locked');
    await click(shown.getByRole('button', { name: 'Continue' }));
    expect(posts()).toEqual(['/api/history/batches/b1/resume']);
  });

  test('says that the session which started a job has ended', async () => {
    const key = 'errors.actorSessionEnded';
    const errors = { batch: [{ key, message: 'Stopped' }] };
    jobs = [{ ...job, state: 'failed', error: { code: 'FORBIDDEN', message: 'Stopped', errors } }];
    await open();
    await act(async () => showBatchJob(jobs[0]!));
    const alert = await (await panel()).findByRole('alert');
    expect(alert.textContent).toBe('Stopped: the session that started this has ended');
  });
});

test('an undo reports whether it is done, or runs as a job', async () => {
  server.on('POST /api/history/batches/b1/undo', { body: { batch: 'b2', count: 2, changed: 2 } });
  expect(await undoBatch('b1')).toBe(true);
  server.on('POST /api/history/batches/b1/undo', { status: 202, body: job });
  expect(await undoBatch('b1')).toBe(false);
});
