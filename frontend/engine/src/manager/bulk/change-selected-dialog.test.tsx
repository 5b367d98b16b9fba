// @vitest-environment jsdom
import '#frontend/testing/browser-features.ts';
import { fieldKind, type ResourceField } from '@bindery/contract/schema/index.ts';
import { lendingLibrary } from '@bindery/contract/testing/lending-library.ts';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ToastHost } from '#frontend/shell/components/toasts.tsx';
import { loadNamespaces } from '#frontend/shell/i18n/i18n.ts';
import { click } from '#frontend/testing/click.ts';
import { HttpStandIn } from '#frontend/testing/http-stand-in.ts';
import { fieldComponents } from '../fields/index.ts';
import { resourceNamed } from '../resource.ts';
import { closeManager, openManager, startManager } from '../testing/manager-fixture.tsx';
import ChangeSelectedDialog from './change-selected-dialog.tsx';
import { type BulkProps, changeableFields } from './use-bulk.ts';

const ids = ['01900000-0000-7000-8000-00000000aaaa', '01900000-0000-7000-8000-00000000bbbb'];
const genre = { id: '01900000-0000-7000-8000-00000000cccc', name: 'Novels' };
const { specimens } = lendingLibrary;
const books = resourceNamed('books')!;

let server: HttpStandIn;

beforeAll(async () => {
  await startManager(new HttpStandIn());
  await loadNamespaces('errors');
  await import('antd/es/select');
}, 60_000);
beforeEach(() => {
  server = new HttpStandIn();
  server.install();
  server.on('GET /api/genres', { body: [genre], headers: { 'x-total-count': '1' } });
});
afterEach(() => closeManager());

async function open(resource: BulkProps['resource']) {
  const answers = { onGone: vi.fn(), onDone: vi.fn(), onClose: vi.fn() };
  const props = { resource, select: { ids }, count: 2, ...answers };
  await openManager('/', [{ path: '/', element: <ChangeSelectedDialog {...props} /> }]);
  return answers;
}

/** Finds the input of the value; React hides the previous field's while the next one is loading. */
const value = () =>
  waitFor(() => {
    const input = screen.getByLabelText<HTMLInputElement>('New value');
    expect(input.closest('[style*="display: none"]')).toBeNull();
    return input;
  });
const choose = async (field: Pick<ResourceField, 'name'>) => {
  await act(async () => {
    fireEvent.change(screen.getByLabelText('Field'), { target: { value: field.name } });
  });
  return value();
};
const submit = () => click(screen.getByRole('button', { name: /^Change 2/ }));

/** Enters a value as a user does, in a select the first option; returns the value to send to the API. */
async function enter(field: ResourceField): Promise<unknown> {
  const input = await choose(field);
  const sample = fieldKind(field.kind).samples.valid(field, 0);
  if (input.getAttribute('role') !== 'combobox') {
    const text = fieldComponents(field.kind).toInput?.(sample) ?? String(sample);
    await act(async () => void fireEvent.change(input, { target: { value: text } }));
    return sample;
  }
  await act(async () => void fireEvent.mouseDown(input));
  const option = await waitFor(() => {
    const first = document.querySelector('.ant-select-item-option');
    expect(first).not.toBeNull();
    return first!;
  });
  await click(option);
  return sample ?? genre.id;
}

describe('one value for all selected records', () => {
  // Kinds without samples refer to a record that must exist first.
  const typed = changeableFields(specimens).filter(
    (field) => fieldKind(field.kind).samples.valid(field, 0) !== undefined,
  );
  const everyKind = [
    ...typed.map((field) => [field.kind, specimens, field] as const),
    ['reference', books, books.fields.genre!] as const,
  ];

  test.each(everyKind)('is sent for a field of the kind %s', async (_, resource, field) => {
    server.on(`POST /api/${resource.name}/bulk`, { body: { batch: genre.id, count: 2 } });
    const { onDone } = await open(resource);
    const sample = await enter(field);
    await submit();
    await waitFor(() => expect(onDone).toHaveBeenCalled());
    const [sent] = server.sent('POST');
    expect(sent!.body).toEqual({ select: { ids }, action: 'update', values: { [field.name]: sample } });
  });

  test('is required in words that the page has not loaded before', async () => {
    i18next.removeResourceBundle('en', 'errors');
    await open(books);
    await submit();
    await screen.findByText('Genre is required');
  });

  test('empties an optional field, and is required for another', async () => {
    server.on('POST /api/books/bulk', { body: { batch: genre.id, count: 2 } });
    const { onDone } = await open(books);
    await submit();
    await screen.findByText('Genre is required');
    expect(server.sent('POST')).toEqual([]);
    await choose(books.fields.publisher!);
    await submit();
    await waitFor(() => expect(onDone).toHaveBeenCalled());
    expect(server.sent('POST')[0]!.body).toMatchObject({ values: { publisher: null } });
  });

  test('names the record that rejects it, and retains the input', async () => {
    const error = { key: 'errors.uniqueTogether', message: 'Taken', values: { others: 'author' } };
    const record = { resource: 'books', id: ids[1], label: 'Dune' };
    server.on('POST /api/books/bulk', {
      status: 409,
      body: { code: 'CONFLICT', message: 'Taken', errors: { title: [error] }, record },
    });
    const { onDone } = await open(books);
    fireEvent.change(await choose(books.fields.title!), { target: { value: 'Same' } });
    await submit();
    expect((await screen.findByText(/Dune/)).textContent).toContain(
      'Title already used with the same author',
    );
    expect((await value()).value).toBe('Same');
    server.cutOff('POST /api/books/bulk');
    await submit();
    await screen.findByText(/no connection/);
    expect(onDone).not.toHaveBeenCalled();
  });

  test('is sent again with the same key after a lost response, and reports when nothing had to change', async () => {
    render(<ToastHost />);
    const { onDone } = await open(books);
    fireEvent.change(await choose(books.fields.title!), { target: { value: 'Same' } });
    server.cutOff('POST /api/books/bulk');
    await submit();
    await screen.findByText(/no connection/);
    server.on('POST /api/books/bulk', { body: { batch: genre.id, count: 2, changed: 0 } });
    await submit();
    await waitFor(() => expect(onDone).toHaveBeenCalled());
    const [first, again] = server.sent('POST').map(({ headers }) => headers.get('idempotency-key'));
    expect(first).toMatch(/./);
    expect(again).toBe(first);
    expect(await screen.findByText(/Nothing had to be changed/)).toBeTruthy();
  });
});
