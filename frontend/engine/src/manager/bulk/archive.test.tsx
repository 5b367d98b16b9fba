// @vitest-environment jsdom

import type { Selection } from '@bindery/contract/records/resources/bulk.ts';
import { defineResources, type Resource, text } from '@bindery/contract/schema/index.ts';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { click } from '#frontend/testing/click.ts';
import { HttpStandIn } from '#frontend/testing/http-stand-in.ts';
import RowMenu from '../list/row-menu.tsx';
import { openManager, startManager } from '../testing/manager-fixture.tsx';
import BulkBar from './bulk-bar.tsx';

const { books } = defineResources({
  books: { archive: true, fields: { title: text() }, label: 'title', rights: { admin: ['read', 'delete'] } },
});
const resource = books as Resource;
const server = new HttpStandIn();

beforeAll(async () => {
  HTMLElement.prototype.showPopover = function show(this: HTMLElement) {
    this.removeAttribute('popover');
  };
  await startManager(server);
});
afterEach(cleanup);

const bar = (select: Selection) =>
  openManager('/', [
    {
      path: '/',
      element: (
        <BulkBar
          resource={resource}
          select={select}
          count={2}
          total={2}
          exact={true}
          query={''}
          label={undefined}
          onSelectAll={vi.fn()}
          onDeselect={vi.fn()}
          onClose={vi.fn()}
        />
      ),
    },
  ]);
const names = (role: 'button' | 'menuitem') => screen.getAllByRole(role).map((one) => one.textContent);

describe('the bar for selected records', () => {
  test('archives records in use, and says so instead of deleting', async () => {
    server.on('POST /api/books/bulk/deletion', { body: { deleted: [], changed: [], blocking: [] } });
    await bar({ ids: ['1', '2'] });
    expect(names('button')).toContain('Archive');
    expect(names('button')).not.toContain('Restore');
    await click(screen.getByText('Archive'));
    const dialog = await screen.findByRole('dialog', { name: 'Archive 2 books?' });
    expect(within(dialog).getByText(/can be restored/)).toBeDefined();
  });

  test('restores records of the archive, or deletes them permanently', async () => {
    server.on('POST /api/books/bulk', { body: { batch: '1', count: 2 } });
    await bar({ query: 'archived=true&q=a', count: 2 });
    expect(names('button').slice(1)).toEqual(['Restore', 'Delete']);
    await click(screen.getByText('Restore'));
    const sent = server.requests.findLast(({ path }) => path === '/api/books/bulk');
    expect(sent?.body).toEqual({ select: { query: 'archived=true&q=a', count: 2 }, action: 'restore' });
  });
});

test('the menu of an archived row only restores it or deletes it permanently', async () => {
  const button = document.body.appendChild(document.createElement('button'));
  const item = { id: '1', title: 'Matigari', archivedAt: '2026-11-22T10:00:00.000Z' };
  await openManager('/', [
    { path: '/', element: <RowMenu resource={resource} item={item} button={button} onClose={vi.fn()} /> },
  ]);
  expect(names('menuitem')).toEqual(['Copy the link', 'Restore', 'Delete']);
});
