import { expect, it, vi } from 'vitest';
import { datetime, defineResources, reference, text } from '#contract/schema/index.ts';
import { formatDateTime } from '../i18n/format.ts';
import { shownLabel } from './shown-label.ts';

const page = { language: 'en' };
vi.mock('../i18n/i18n.ts', () => ({ currentLanguage: () => page.language }));

const rights = {};
const { rooms, slots, visits } = defineResources({
  rooms: { fields: { name: text() }, rights },
  slots: {
    fields: { room: reference('rooms'), at: datetime() },
    label: '{room}, {at}',
    rights,
  },
  visits: { fields: { slot: reference('slots') }, label: '{slot}', rights },
});
const moment = '2027-01-31T12:30:00.000Z';

it('a moment in a label is in the language of the page, also in that of a record that it refers to', () => {
  const english = `Room 1, ${formatDateTime('en', moment)}`;
  expect(english).not.toContain('T12');
  expect(shownLabel(slots, `Room 1, ${moment}`)).toBe(english);
  expect(shownLabel(visits, `Room 1, ${moment}`)).toBe(english);
  page.language = 'fr';
  expect(shownLabel(visits, `Room 1, ${moment}`)).toBe(`Room 1, ${formatDateTime('fr', moment)}`);
});

it('a text that only looks like a moment stays as it was typed', () => {
  expect(shownLabel(rooms, moment)).toBe(moment);
  expect(shownLabel(slots, 'Room 2027-01-31T12, –')).toBe('Room 2027-01-31T12, –');
});
