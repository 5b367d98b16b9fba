// @vitest-environment jsdom
import '#frontend/testing/browser-features.ts';
import { defineResources, integer, type Resource, text } from '@bindery/contract/schema/index.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { HttpStandIn } from '#frontend/testing/http-stand-in.ts';
import { field, press, type } from '../testing/form-fixture.tsx';
import { closeManager, startManager } from '../testing/manager-fixture.tsx';
import { openRecordForm } from '../testing/open-record-form.tsx';
import { type FormValues, valuesOf, valuesOfNew } from './values.ts';

const { halls }: { halls: Resource } = defineResources({
  halls: {
    fields: { name: text(), seats: integer(), sold: integer({ lte: 'seats' }) },
    rights: {},
  },
});

const TOO_MANY = 'Sold must not be more than seats';
let saved: FormValues[];

beforeAll(() => startManager(new HttpStandIn()), 30_000);
beforeEach(() => {
  saved = [];
  new HttpStandIn().install();
});
afterEach(() => closeManager());

async function leave(label: string, value: string) {
  await type(label, value);
  fireEvent.blur(await field(label));
}

test('a constraint error is shown under its field, whichever of the two fields is left', async () => {
  await openRecordForm({ resource: halls, initial: valuesOfNew(halls), action: 'Create', saved });
  await leave('Sold', '12');
  await leave('Seats', '10');
  await screen.findByText(TOO_MANY);
  await press('Create');
  await leave('Seats', '12');
  await waitFor(() => expect(screen.queryByText(TOO_MANY)).toBeNull());
  expect(saved).toEqual([]);
  await press('Create');
  await waitFor(() => expect(saved).toEqual([{ name: null, seats: 12, sold: 12 }]));
});

test('a record that violated the rule before can be changed elsewhere, but not made worse', async () => {
  const initial = valuesOf(halls, { id: '1', name: 'Old', seats: 10, sold: 12 });
  await openRecordForm({ resource: halls, initial, action: 'Save', saved });
  await leave('Name', 'New');
  await press('Save');
  await waitFor(() => expect(saved).toHaveLength(1));
  await leave('Seats', '9');
  await screen.findByText(TOO_MANY);
});

test('a half-typed number next to it is the only error', async () => {
  await openRecordForm({ resource: halls, initial: valuesOfNew(halls), action: 'Create', saved });
  await leave('Sold', '12');
  await leave('Seats', 'ten');
  await press('Create');
  await screen.findByText(/Seats (is invalid|must be)/);
  expect(screen.queryByText(TOO_MANY)).toBeNull();
});
