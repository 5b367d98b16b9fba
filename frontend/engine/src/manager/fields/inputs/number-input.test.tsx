// @vitest-environment jsdom

import '#frontend/testing/browser-features.ts';
import { lendingLibrary } from '@bindery/contract/testing/lending-library.ts';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { initI18n } from '#frontend/shell/i18n/i18n.ts';
import { HttpStandIn } from '#frontend/testing/http-stand-in.ts';
import { fromLocalNumber, NumberFilter, toLocalNumber } from './number-input.tsx';

beforeAll(async () => {
  new HttpStandIn().install();
  await initI18n('fr');
});
afterEach(() => cleanup());

const { specimens } = lendingLibrary;

/** Renders the filter with its values next to it. */
function Filter({ start }: { start: readonly string[] }) {
  const [values, onChange] = useState(start);
  const props = { resource: specimens, field: specimens.fields.decimal!, inputMode: 'decimal' } as const;
  return (
    <>
      <NumberFilter {...props} id="price" label="Prix" values={values} onChange={onChange} />
      <output>{JSON.stringify(values)}</output>
    </>
  );
}

const open = (...start: string[]) => {
  render(<Filter start={start} />);
  const input = screen.getByLabelText<HTMLInputElement>('Prix');
  const type = (value: string) => fireEvent.change(input, { target: { value } });
  return { input, type, values: () => JSON.parse(screen.getByRole('status').textContent) };
};

test('the number of a filter is shown and typed in the notation of the language', () => {
  const { input, type, values } = open('1234.5');
  expect(input.value).toBe('1234,5');
  type('7,');
  expect(input.value).toBe('7,');
  type('7,5');
  expect(values()).toEqual(['7.5']);
  type('1 234,50');
  expect(values()).toEqual(['1234.50']);
  expect(input.value).toBe('1 234,50');
});

test('an empty filter has no value, and an invalid number stays visible', () => {
  const { input, type, values } = open('1');
  type('');
  expect(values()).toEqual([]);
  type('sept');
  expect([input.value, values()]).toEqual(['sept', ['sept']]);
});

test.each([
  ['fr', '12,50', '12.50'],
  ['fr', '1 234,5', '1234.5'],
  ['fr', '1\u202f234\u00a0567', '1234567'],
  ['fr', '12.5', '12.5'],
  ['en', '1,234.5', '1234.5'],
  ['en', '-12.5', '-12.5'],
  ['ar', '١٢٫٥', '12.5'],
  ['ar', '١٬٢٣٤٫٥', '1234.5'],
  ['ar', '12.5', '12.5'],
  ['sw', '12.5', '12.5'],
  ['en', '', ''],
])('in %s, %s is %s', (language, typed, plain) => {
  expect(fromLocalNumber(typed, language)).toBe(plain);
});

test.each([
  ['en', '12,5'],
  ['en', '1,23,4'],
  ['fr', '1,2,3'],
  ['en', '12.5 kg'],
  ['ar', 'كتاب'],
])('in %s, %s is not a number, and is unchanged', (language, typed) => {
  expect(fromLocalNumber(typed, language)).toBe(typed);
});

test.each(['en', 'fr', 'ar', 'sw'])('in %s, a number is read as written, to the last digit', (language) => {
  for (const plain of ['12.50', '-0.001', '9007199254740993.10', '0'])
    expect(fromLocalNumber(toLocalNumber(plain, language), language)).toBe(plain);
});

test('French writes a comma', () => {
  expect(toLocalNumber('12.50', 'fr')).toBe('12,50');
  expect(toLocalNumber('many', 'fr')).toBe('many');
});
