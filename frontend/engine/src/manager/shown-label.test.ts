import { date, datetime, defineResources, reference, text } from '@bindery/contract/schema/index.ts';
import { expect, it, vi } from 'vitest';
import { formatDate, formatDateTime } from '#frontend/shell/i18n/format.ts';
import { shownLabel } from './shown-label.ts';

const page = { language: 'en' };
vi.mock('#frontend/shell/i18n/i18n.ts', () => ({ currentLanguage: () => page.language }));

const rights = {};
const { rooms, slots, visits, loans, returns, tickets } = defineResources({
  rooms: { fields: { name: text() }, rights },
  slots: {
    fields: { room: reference('rooms'), at: datetime() },
    label: '{room}, {at}',
    rights,
  },
  visits: { fields: { slot: reference('slots') }, label: '{slot}', rights },
  loans: { fields: { title: text(), dueOn: date() }, label: '{title} (+{dueOn}) {dueOn}', rights },
  seats: { fields: { tool: text(), number: text() }, label: '{tool}: {number}', rights },
  tickets: { fields: { owner: text(), seat: reference('seats') }, label: '{owner} – {seat}', rights },
  returns: { fields: { loan: reference('loans'), note: text() }, label: '{loan}: {note}', rights },
});
const timestamp = '2027-01-31T12:30:00.000Z';

it('a timestamp in a label is in the language of the page, also within the label of a referenced record', () => {
  const english = `Room 1, ${formatDateTime('en', timestamp)}`;
  expect(english).not.toContain('T12');
  expect(shownLabel(slots, `Room 1, ${timestamp}`)).toBe(english);
  expect(shownLabel(visits, `Room 1, ${timestamp}`)).toBe(english);
  page.language = 'fr';
  expect(shownLabel(visits, `Room 1, ${timestamp}`)).toBe(`Room 1, ${formatDateTime('fr', timestamp)}`);
});

it('a text that only looks like a timestamp stays unchanged', () => {
  expect(shownLabel(rooms, timestamp)).toBe(timestamp);
  expect(shownLabel(slots, 'Room 2027-01-31T12, –')).toBe('Room 2027-01-31T12, –');
});

it.each([
  ['en', 'Jan 31, 2027'],
  ['fr', '31 janv. 2027'],
  ['ar', '٣١ يناير ٢٠٢٧'],
  ['sw', '31 Jan 2027'],
] as const)('a date in a label is in the language of the page, in every time zone: %s', (language, day) => {
  page.language = language;
  const digits = new Intl.NumberFormat(language).format(7);
  const expected =
    digits === '7' ? day.replaceAll(/[٠-٩]/g, (digit) => String('٠١٢٣٤٥٦٧٨٩'.indexOf(digit))) : day;
  expect(formatDate(language, '2027-01-31')).toBe(expected);
  const plain = (text: string) => text.replaceAll(/[\u2068\u2069]/g, '');
  expect(plain(shownLabel(loans, 'Emma (+2027-01-31) 2027-01-31'))).toBe(`Emma (+${expected}) ${expected}`);
  expect(plain(shownLabel(returns, 'Emma (+2027-01-31) 2027-01-31: late'))).toBe(
    `Emma (+${expected}) ${expected}: late`,
  );
});

it('only the date of the field itself is formatted, regardless of the other fields', () => {
  page.language = 'en';
  const day = formatDate('en', '2027-01-31');
  const title = `2026-11-23 \n${'x'.repeat(255)} 😀 (+2026-11-23) book`;
  expect(shownLabel(loans, `${title} (+2027-01-31) 2027-01-31`)).toBe(`${title} (+${day}) ${day}`);
  expect(shownLabel(returns, `Emma (+–) –: 2026-11-23`)).toBe('Emma (+–) –: 2026-11-23');
  expect(shownLabel(returns, '–: 2026-11-23')).toBe('–: 2026-11-23');
  const id = '01900000-0000-7000-8000-00000000ffff';
  expect(shownLabel(loans, id)).toBe(id);
});

it('parts are bidi isolates if one is right-to-left, so that all appear in order', () => {
  page.language = 'en';
  const day = formatDate('en', '2027-01-31');
  expect(shownLabel(loans, 'منشار 12 (+2027-01-31) 2027-01-31')).toBe(
    `\u2068منشار 12\u2069 (+\u2068${day}\u2069) \u2068${day}\u2069`,
  );
  // The parts of a referenced record's label are separate parts; an empty one is not a part.
  expect(shownLabel(tickets, 'Ali – منشار: 12')).toBe('\u2068Ali\u2069 – \u2068منشار\u2069: \u206812\u2069');
  expect(shownLabel(tickets, 'علي – –')).toBe('\u2068علي\u2069 – –');
});

it('a label of one part, or of left-to-right parts only, stays unchanged', () => {
  expect(shownLabel(rooms, 'غرفة 12')).toBe('غرفة 12');
  expect(shownLabel(tickets, 'Ali – Saw: 12')).toBe('Ali – Saw: 12');
});
