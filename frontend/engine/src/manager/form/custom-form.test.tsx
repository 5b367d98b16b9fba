// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FieldNameIn } from '#frontend/shell/http/typed-records.ts';
import { HttpStandIn } from '#frontend/testing/http-stand-in.ts';
import { field, grace, press, serveGrace, type } from '../testing/form-fixture.tsx';
import { closeManager, openManager, startManager } from '../testing/manager-fixture.tsx';
import { FormField } from './form-field.tsx';
import { UpdateFrame, UpdateRecordForm, useUpdatePage } from './update-page.tsx';

const Field = FormField<FieldNameIn<'users'>>;

/** A custom page with the parts of the generated one. */
function Page() {
  const page = useUpdatePage();
  return (
    <UpdateFrame page={page}>
      <UpdateRecordForm page={page}>
        <Field name="name" />
        <Field name="email" />
        <Field name="banned" />
      </UpdateRecordForm>
    </UpdateFrame>
  );
}

const server = new HttpStandIn();

beforeEach(async () => {
  await startManager(server);
  serveGrace(server, grace, '"1"');
});

afterEach(() => closeManager());

async function open() {
  await openManager('/manager/users/grace/update', [
    { path: '/manager/:resource/:id', element: <h1>The record</h1> },
    { path: '/manager/:resource/:id/update', Component: Page },
  ]);
  await field('Email');
}

test('a custom form has the fields that it names and that can be written, and focuses the first one', async () => {
  // A visitor with a mouse: on a phone, the focus would open the keyboard.
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  await open();
  const inputs = [...document.querySelectorAll<HTMLInputElement>('form input')];
  expect(inputs.map(({ id }) => id)).toEqual(['record_name', 'record_email']);
  await waitFor(() => expect(document.activeElement?.id).toBe('record_name'));
});

test('a custom form saves the changes and leaves other fields unchanged', async () => {
  await open();
  await type('Name', 'Grace Hopper');
  await press('Save');
  await screen.findByText('The record');
  const { headers, body } = server.requests.findLast(({ method }) => method === 'PATCH')!;
  expect([headers.get('if-match'), body]).toEqual(['"1"', { name: 'Grace Hopper' }]);
});

test('a custom form asks for each field if another user has changed the record', async () => {
  await open();
  await type('Name', 'Grace Hopper');
  await act(async () => serveGrace(server, { ...grace, name: 'Rear Admiral', updatedAt: '2' }, '"2"'));
  await press('Save');
  expect(await screen.findByRole('dialog')).toBeTruthy();
});

test('the error of a field outside a custom form is shown below the others', async () => {
  const error = { key: 'errors.notYourRow', message: '' };
  server.on('PATCH /api/users/grace', { status: 409, body: { code: 'CONFLICT', errors: { role: [error] } } });
  await open();
  await type('Name', 'Grace Hopper');
  await press('Save');
  const texts = () =>
    [...document.querySelectorAll('form [role=alert]')].map(({ textContent }) => textContent);
  await waitFor(() => expect(texts().join('')).toContain('Role'));
});
