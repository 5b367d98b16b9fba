import '#frontend/testing/browser-features.ts';
import { fireEvent, screen } from '@testing-library/react';
import { click } from '#frontend/testing/click.ts';
import type { HttpStandIn } from '#frontend/testing/http-stand-in.ts';
import { Component as CreatePage } from '../form/create-page.tsx';
import { Component as UpdatePage } from '../form/update-page.tsx';
import { openManager } from './manager-fixture.tsx';

/** The record that the form tests change. */
export const grace = { id: 'grace', email: 'grace@example.com', name: 'Grace', role: 'user', updatedAt: '1' };

/** The URL of the record in the API. */
export const graceAddress = '/api/users/grace';

/** The pages of the form tests. */
export const formPages = [
  { path: '/manager/:resource', element: <h1>The list</h1> },
  { path: '/manager/:resource/new', Component: CreatePage },
  { path: '/manager/:resource/:id', element: <h1>The record</h1> },
  { path: '/manager/:resource/:id/update', Component: UpdatePage },
];

/** Serves a version of the record, and rejects a change of another version. */
export function serveGrace(server: HttpStandIn, record: Partial<typeof grace>, etag: string): void {
  server.on(`GET ${graceAddress}`, { body: record, headers: { etag } });
  server.on(`PATCH ${graceAddress}`, ({ headers, body }) =>
    headers.get('if-match') === etag
      ? { body: { ...record, ...(body as object) } }
      : { status: 412, body: { code: 'PRECONDITION_FAILED', message: 'Changed', current: record } },
  );
}

/** Finds the input with a label. */
export const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);

/** Types a value into the input with a label. */
export const type = async (label: string, value: string) =>
  fireEvent.change(await field(label), { target: { value } });

/** Finds the button with a text. */
export const button = (name: string) => screen.findByText<HTMLElement>(name, { selector: 'button' });

/** Presses the button with a text. */
export const press = async (name: string) => click(await button(name));

/** Opens the page that creates a user. */
export async function openNew() {
  const router = await openManager('/manager/users/new', formPages);
  await field('Email');
  return router;
}

/** Opens the page that changes a user. */
export async function openUpdate(id = 'grace') {
  const router = await openManager(`/manager/users/${id}/update`, formPages);
  await field('Email');
  return router;
}
