// @vitest-environment jsdom
import '../../testing/browser-features.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { decimal, defineResources, longText, type Resource, select, text } from '#contract/schema/index.ts';
import { HttpStandIn } from '../../testing/http-stand-in.ts';
import { field, press, type } from '../testing/form-fixture.tsx';
import { closeManager, startManager } from '../testing/manager-fixture.tsx';
import { openRecordForm } from '../testing/open-record-form.tsx';
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

test('a field with a condition is shown and required only where that holds, and saved empty otherwise', async () => {
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

test('a number is typed as the language writes it, and refused under its field when it is none', async () => {
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
