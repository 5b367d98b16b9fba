// @vitest-environment jsdom
import '#frontend/testing/browser-features.ts';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { resourceNamed } from '../resource.ts';
import { heading, openManager, serveManager } from '../testing/manager-fixture.tsx';
import { QuickEdit } from './quick-edit.tsx';
import { Component as UpdatePage } from './update-page.tsx';

// The entries of the catalogue limit no role to some records.
vi.mock('virtual:bindery/resources', async () => {
  const { defineResources, select, text } = await import('@bindery/contract/schema/index.ts');
  const genres = {
    fields: { name: text(), branch: select(['here', 'there']), state: select(['open', 'closed']) },
    rights: { admin: ['read', 'update'] },
    where: { admin: { update: () => ({ branch: 'here', state: { in: ['open', null] } }) } },
  } as const;
  return { default: defineResources({ genres }) };
});

const address = '/api/genres/one';
const server = serveManager();

const serve = (values: object) =>
  server.on(`GET ${address}`, { body: { id: 'one', name: 'One', branch: 'here', state: 'open', ...values } });
const QuickEdited = () => (
  <QuickEdit resource={resourceNamed('genres')!} items={[]} total="0" onNearEnd={undefined} />
);
const pages = [
  { path: '/manager/:resource', Component: QuickEdited },
  { path: '/manager/:resource/:id/update', Component: UpdatePage },
];
const reason = 'Your role may only change records with other values in: State';

test('the page that changes a record reports if the user may not change it, and names the deciding fields', async () => {
  serve({ state: 'closed' });
  await openManager('/manager/genres/one/update', pages);
  await heading('Edit One');
  expect(await screen.findByText('You may not change this record')).toBeTruthy();
  expect(screen.getByText(reason)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open the record' }).getAttribute('href')).toBe(
    '/manager/genres/one',
  );
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});

test('so does the drawer above a list', async () => {
  serve({ state: 'closed' });
  await openManager('/manager/genres?edit=one', pages);
  await screen.findByRole('dialog', { name: 'Edit One' });
  expect(await screen.findByText(reason)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});

test('a field with one value in all records that the user may change is read-only, with the reason', async () => {
  serve({});
  await openManager('/manager/genres/one/update', pages);
  const disabled = async (label: string) => (await screen.findByLabelText<HTMLInputElement>(label)).disabled;
  expect(await disabled('Branch')).toBe(true);
  expect(await disabled('State')).toBe(false);
  expect(screen.getAllByText('Your role allows this value only')).toHaveLength(1);
});
