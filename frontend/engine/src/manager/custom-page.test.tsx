// @vitest-environment jsdom
import { kindNames } from '@bindery/contract/schema/kinds.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { endpoint } from '#frontend/shell/http/endpoint.ts';
import { click } from '#frontend/testing/click.ts';
import { withTheme } from './antd/antd-theme.tsx';
import { useUndoToast } from './bulk/use-bulk.ts';
import { useErrorTexts } from './field-errors.ts';
import { FieldsForm } from './form/fields-form.tsx';
import { field, press, type } from './testing/form-fixture.tsx';
import { openManager, serveManager } from './testing/manager-fixture.tsx';

vi.mock('virtual:bindery/resources', async () => ({
  default: (await import('@bindery/contract/testing/lending-library.ts')).lendingLibrary,
}));

const specimens = 'specimens' as 'users';
const named = (...names: string[]) => names as 'name'[];

const server = serveManager();

async function open(Inner: () => React.ReactNode) {
  await openManager('/', [{ path: '/', Component: withTheme(Inner) }]);
}

const sendUser = endpoint('POST /api/users/own');
const save = async (values: object) => void (await endpoint('POST /api/specimens/own')({ body: values }));

test('a custom form has an input for a field of every kind', async () => {
  const names = named(...kindNames());
  await open(() => (
    <FieldsForm of={specimens} fields={names} action="Send" failed="Not sent" onSave={save} />
  ));
  await field('Text');
  await waitFor(() => expect(document.querySelectorAll('[role=status][aria-label=Loading]')).toHaveLength(0));
  const shown = [...document.querySelectorAll<HTMLElement>('form [data-field]')];
  expect(shown.map(({ dataset }) => dataset.field)).toEqual(names);
  for (const item of shown)
    await waitFor(() =>
      expect(item.querySelector('input, textarea, button'), item.dataset.field).not.toBeNull(),
    );
});

test('a custom form validates with the entry, sends values in the API’s format, and is empty again', async () => {
  server.on('POST /api/users/own', { body: {} });
  const send = async (values: object) => void (await sendUser({ body: values }));
  await open(() => (
    <FieldsForm
      of="users"
      fields={['name', 'email', 'onboardedAt']}
      initial={{ name: 'Ada' }}
      action="Send"
      failed="Not sent"
      onSave={send}
    />
  ));
  await type('Email', 'nobody');
  await press('Send');
  expect(await screen.findByText('Email is invalid')).toBeTruthy();
  await type('Email', 'ada@example.com');
  await press('Send');
  await waitFor(() => expect(server.requests.at(-1)?.body).toBeTruthy());
  const sent = { name: 'Ada', email: 'ada@example.com', onboardedAt: null };
  expect(server.requests.at(-1)?.body).toEqual(sent);
  await waitFor(async () => expect((await field('Email')).value).toBe(''));
  expect((await field('Name')).value).toBe('Ada');
});

test('a custom form shows the errors of its fields below them, and a reason or another failure separately', async () => {
  const send = async (values: object) => void (await sendUser({ body: values }));
  await open(() => (
    <FieldsForm of="users" fields={['email']} action="Send" failed="Not sent" onSave={send} />
  ));
  await type('Email', 'ada@example.com');
  const errors = { email: [{ key: 'errors.invalidEmail', message: '' }] };
  server.on('POST /api/users/own', { status: 400, body: { code: 'INVALID', errors } });
  await press('Send');
  expect(await screen.findByText('Email is invalid')).toBeTruthy();
  const reason = { message: 'Not on Sundays' };
  server.on('POST /api/users/own', { status: 409, body: { code: 'CONFLICT', reason } });
  await press('Send');
  expect(await screen.findByText('Not on Sundays')).toBeTruthy();
  server.on('POST /api/users/own', { status: 503, body: { code: 'UNAVAILABLE' } });
  await press('Send');
  expect(await screen.findByText('Not sent')).toBeTruthy();
});

test('texts of field errors come from the entry, and custom keys have at least their English text', async () => {
  const errors = {
    email: [{ key: 'errors.required', message: '' }],
    name: [{ key: 'tooFunny', message: 'Not this name' }],
  };
  server.on('POST /api/users/own', { status: 400, body: { code: 'INVALID', errors } });
  const texts: object[] = [];
  await open(() => {
    const textsOf = useErrorTexts('users');
    const send = () => sendUser().catch(async (error) => void texts.push(await textsOf(error)));
    return (
      <button type="button" onClick={() => void send()}>
        Send
      </button>
    );
  });
  await click(screen.getByText('Send'));
  await waitFor(() => expect(texts).toEqual([{ email: 'Email is required', name: 'Not this name' }]));
});

test('the toast of a change of several records undoes its batch', async () => {
  server.on('POST /api/history/batches/b1/undo', { body: {} });
  await open(() => {
    const tell = useUndoToast('users');
    return (
      <button type="button" onClick={() => tell({ batch: 'b1', count: 2, changed: 2 })}>
        Change
      </button>
    );
  });
  await click(screen.getByText('Change'));
  expect(await screen.findByText(/2 users/i)).toBeTruthy();
  fireEvent.click(await screen.findByText('Undo'));
  await waitFor(() =>
    expect(server.requests.at(-1)).toMatchObject({ method: 'POST', path: '/api/history/batches/b1/undo' }),
  );
});
