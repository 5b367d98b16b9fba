// @vitest-environment jsdom
import '#frontend/testing/browser-features.ts';
import { lendingLibrary } from '@bindery/contract/testing/lending-library.ts';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Suspense, useState } from 'react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { initI18n, loadNamespaces } from '#frontend/shell/i18n/i18n.ts';
import { HttpStandIn } from '#frontend/testing/http-stand-in.ts';
import { isUnreadable } from '../base/field.ts';
import { DateFilter, DateInput, DayField } from './date-input.tsx';

beforeAll(async () => {
  new HttpStandIn().install();
  await initI18n('fr');
  await loadNamespaces('manager');
});
afterEach(() => cleanup());

const { specimens } = lendingLibrary;

/** Renders the filter with its values, which are written beside it. */
function Filter({ start }: { start: readonly string[] }) {
  const [values, onChange] = useState(start);
  const props = { resource: specimens, field: specimens.fields.date! } as const;
  return (
    <>
      <DateFilter {...props} id="day" label="Jour" values={values} onChange={onChange} />
      <output>{values.join()}</output>
    </>
  );
}

/** Renders the input of a form with its value, which is written beside it. */
function Input({ start, withTime }: { start: string; withTime: boolean }) {
  const [value, onChange] = useState<unknown>(start);
  const field = withTime ? specimens.fields.datetime! : specimens.fields.date!;
  return (
    <Suspense>
      <label htmlFor="day">Jour</label>
      <DateInput
        id="day"
        resource={specimens}
        field={field}
        value={value}
        onChange={onChange}
        withTime={withTime}
      />
      <output>{String(value)}</output>
    </Suspense>
  );
}

/** Renders the field of a day with its value, which is written beside it. */
function Field({ start }: { start: string }) {
  const [value, onChange] = useState(start);
  return (
    <>
      <DayField label="Jour" name="day" value={value} onChange={onChange} />
      <output>{value}</output>
    </>
  );
}

const picker = () => document.querySelector<HTMLInputElement>('input[aria-hidden=true]')!;
const value = () => screen.getByRole('status').textContent;

async function open(element: React.ReactElement) {
  await act(async () => void render(element));
  const input = await screen.findByLabelText<HTMLInputElement>('Jour');
  const type = (text: string) => fireEvent.change(input, { target: { value: text } });
  return { input, type };
}

const places = [
  ['a filter', (start: string) => <Filter start={start === '' ? [] : [start]} />],
  ['a field of its own', (start: string) => <Field start={start} />],
  ['a form', (start: string) => <Input start={start} withTime={false} />],
] as const;

test.each(places)('the date of %s is shown and typed in the order of the language', async (_, place) => {
  const { input, type } = await open(place('2027-01-31'));
  expect(input.value).toBe('31/01/2027');
  type('1/2/2027');
  expect([input.value, value()]).toEqual(['1/2/2027', '2027-02-01']);
  fireEvent.blur(input);
  expect([input.value, value()]).toEqual(['01/02/2027', '2027-02-01']);
});

test.each(places)('half a date of %s has no value, stays to be seen and cannot be read', async (_, place) => {
  const { input, type } = await open(place('2027-01-31'));
  type('31/02/2027');
  expect([input.value, value(), isUnreadable(input)]).toEqual(['31/02/2027', '', true]);
  fireEvent.blur(input);
  expect([input.value, isUnreadable(input)]).toEqual(['31/02/2027', true]);
  type('');
  expect([value(), isUnreadable(input)]).toEqual(['', false]);
});

test.each(places)(
  'a year of two digits in %s is that of this century once the field is left',
  async (_, place) => {
    const { input, type } = await open(place(''));
    type('31/01/27');
    expect(value()).toBe('');
    fireEvent.blur(input);
    expect([input.value, value(), isUnreadable(input)]).toEqual(['31/01/2027', '2027-01-31', false]);
  },
);

test.each(places)(
  'the picker of the browser opens from %s, and what is picked replaces what was typed',
  async (_, place) => {
    const { input, type } = await open(place('2027-01-31'));
    type('nonsense');
    const show = vi.fn();
    picker().showPicker = show;
    fireEvent.click(screen.getByRole('button', { name: 'Ouvrir le calendrier' }));
    expect(show).toHaveBeenCalledOnce();
    fireEvent.change(picker(), { target: { value: '2028-02-29' } });
    expect([input.value, value(), isUnreadable(input)]).toEqual(['29/02/2028', '2028-02-29', false]);
  },
);

test('an empty field says the order in which the language writes a date', async () => {
  const { input } = await open(<Filter start={[]} />);
  expect(input.placeholder).toBe('JJ/MM/AAAA');
  expect(input.getAttribute('type')).toBe('text');
});

test('a time is typed behind the date', async () => {
  const { input, type } = await open(<Input start="2027-01-31T13:30" withTime />);
  expect(input.value).toBe('31/01/2027 13:30');
  type('31/01/2027 9:05');
  expect(value()).toBe('2027-01-31T09:05');
  type('31/01/2027');
  expect([value(), isUnreadable(input)]).toEqual(['', true]);
});

test('a field of a day says that what was typed is none, once it is left', async () => {
  const { input, type } = await open(<Field start="" />);
  type('31/02/2027');
  expect(input.ariaInvalid).not.toBe('true');
  fireEvent.blur(input);
  await screen.findByText('Jour : une date comme 31/01/2027 est attendue');
  expect(input.getAttribute('aria-invalid')).toBe('true');
  type('28/02/2027');
  expect(screen.queryByText('Jour : une date comme 31/01/2027 est attendue')).toBeNull();
  expect(value()).toBe('2027-02-28');
});
