// @vitest-environment jsdom
import '#frontend/testing/browser-features.ts';
import {
  decimal,
  defineResources,
  longText,
  type Resource,
  select,
  text,
} from '@bindery/contract/schema/index.ts';
import { printShop } from '@bindery/contract/testing/print-shop.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { HttpStandIn } from '#frontend/testing/http-stand-in.ts';
import { field, press, type } from '../testing/form-fixture.tsx';
import { closeManager, OWN_ID, openManager, startManager } from '../testing/manager-fixture.tsx';
import { openRecordForm } from '../testing/open-record-form.tsx';
import { FormPlaceholder } from './form-placeholder.tsx';
import { type FormValues, valuesOfNew } from './values.ts';

const { works }: { works: Resource } = defineResources({
  works: {
    fields: {
      title: text({ required: true }),
      kind: select(['novel', 'essay'], { default: 'essay' }),
      plot: longText({ required: true, when: { kind: ['novel'] } }),
      price: decimal(),
    },
    layout: [
      { name: 'aboutIt', fields: ['title', 'kind'], columns: 2 },
      { name: 'rest', fields: ['plot', 'price'] },
    ],
    rights: {},
  },
});

let saved: FormValues[];

beforeAll(() => startManager(new HttpStandIn()), 30_000);
beforeEach(() => {
  saved = [];
  new HttpStandIn().install();
});
afterEach(() => closeManager());

async function openForm() {
  await openRecordForm({ resource: works, initial: valuesOfNew(works), action: 'Create', saved });
  await type('Title', 'Kintu');
}

async function chooseKind(name: string) {
  fireEvent.mouseDown(await field('Kind'));
  fireEvent.click(await screen.findByTitle(name));
}

test('the sections of the entry are groups with titles', async () => {
  await openForm();
  const legends = screen.getAllByRole('group').map((group) => group.querySelector('legend')?.textContent);
  expect(legends).toEqual(['About it', 'Rest']);
});

test('a form that is loading has the sections and columns of the entry', async () => {
  const Component = () => <FormPlaceholder resource={works} item={{ id: '1', title: 'Kintu' }} />;
  await openManager('/', [{ path: '/', Component }]);
  const sections = [...document.querySelectorAll('fieldset')].map((section) => [
    section.querySelector('legend')?.textContent,
    section.querySelector<HTMLElement>('[data-columns]')?.dataset.columns,
    section.textContent?.includes('Kintu'),
  ]);
  expect(sections).toEqual([
    ['About it', '2', true],
    ['Rest', '1', false],
  ]);
});

test('a field with `when` is shown and required only while it applies, and saved empty otherwise', async () => {
  await openForm();
  expect(screen.queryByLabelText('Plot')).toBeNull();
  await press('Create');
  await waitFor(() => expect(saved).toEqual([{ title: 'Kintu', kind: 'essay', plot: null, price: null }]));
  await chooseKind('Novel');
  await field('Plot');
  await press('Create');
  expect(await screen.findByText('Plot is required')).toBeTruthy();
  await type('Plot', 'A curse');
  await press('Create');
  await waitFor(() => expect(saved.at(-1)).toMatchObject({ kind: 'novel', plot: 'A curse' }));
  await chooseKind('Essay');
  await waitFor(() => expect(screen.queryByLabelText('Plot')).toBeNull());
  await press('Create');
  await waitFor(() => expect(saved.at(-1)).toMatchObject({ kind: 'essay', plot: null }));
  await chooseKind('Novel');
  expect((await field('Plot')).value).toBe('A curse');
});

test('a number is typed in the notation of the language, and an invalid one is rejected under its field', async () => {
  await openForm();
  await type('Price', '1,234.5');
  expect((await field('Price')).value).toBe('1,234.5');
  await press('Create');
  await waitFor(() => expect(saved.at(-1)).toMatchObject({ price: '1234.5' }));
  await type('Price', '12 or so');
  await press('Create');
  expect(await screen.findByText(/Price must be a number/)).toBeTruthy();
  expect((await field('Price')).value).toBe('12 or so');
});

/** The orders of the print shop, without the reference, whose options need a server. */
const orders: Resource = {
  ...printShop.orders,
  layout: printShop.orders.layout.map((section) => ({
    ...section,
    fields: section.fields.filter((name) => name !== 'customer'),
  })),
};

test('a form without locale texts has the labels, help and sections of the entry', async () => {
  await openRecordForm({ resource: orders, initial: valuesOfNew(orders), action: 'Create', saved });
  await screen.findByText('The order', { selector: 'legend' });
  screen.getByText('Press', { selector: 'legend' });
  screen.getByText('Who is asked when something is unclear.');
  // The description replaces a missing help.
  screen.getByText('How far the order has come. It can be changed until it is printed.');
  await screen.findByText('Not yet sent');
  expect(screen.queryByLabelText('Total')).toBeNull();
});

test('a form fills in the defaults of today and of the user', async () => {
  const initial = valuesOfNew(orders);
  const now = new Date();
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  expect(String(initial.orderedOn).split('-').map(Number)).toEqual(day);
  expect(initial).toMatchObject({ contact: 'ada@example.com' });
  expect(initial).not.toHaveProperty('takenBy');
});

test('a reference to the user is filled in with the label of users', () => {
  const takenBy = { ...printShop.orders.fields.takenBy, readOnly: false };
  const layout = [{ name: '', title: '', fields: ['takenBy'], columns: 1 as const }];
  expect(valuesOfNew({ ...orders, fields: { takenBy }, layout })).toEqual({
    takenBy: { id: OWN_ID, label: 'ada@example.com' },
  });
});

test('a text that is no date is rejected with an example of one', async () => {
  await openRecordForm({ resource: orders, initial: valuesOfNew(orders), action: 'Create', saved });
  await type('Promised for', '2027-02-30');
  await press('Create');
  expect(await screen.findByText('Promised for must be a date such as 01/31/2027')).toBeTruthy();
});
