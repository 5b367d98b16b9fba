import { languages } from '@bindery/contract/records/init.ts';
import { expect, test, vi } from 'vitest';
import { dayAndTime, formatDate, formatDateTime, formatRelative, shortLabel } from './format.ts';

const now = new Date('2026-05-10T12:00:00Z');
const relative = (time: string) => formatRelative('en', time, now);

test('a date is formatted according to its language', () => {
  expect(formatDate('en', '2026-03-04T10:00:00Z')).toBe('Mar 4, 2026');
  expect(formatDate('fr', '2026-03-04T10:00:00Z')).toBe('4 mars 2026');
  expect(formatDate('ar', '2026-03-04T10:00:00Z')).toBe('4 مارس 2026');
});

test('a day without a time is the same one in every time zone', () => {
  const zone = process.env.TZ;
  for (const TZ of ['America/Los_Angeles', 'Pacific/Kiritimati']) {
    process.env.TZ = TZ;
    expect(formatDate('fr', '2026-12-01')).toBe('1 déc. 2026');
  }
  process.env.TZ = zone;
});

test('a relative time has no capital, because it is part of a sentence', () => {
  expect(formatRelative('sw', '2026-05-10T11:59:30Z', now)).toBe('sekunde 30 zilizopita');
});

test('a relative time uses the largest unit that fits', () => {
  expect(relative('2026-05-10T11:59:30Z')).toBe('30 seconds ago');
  expect(relative('2026-05-10T11:55:00Z')).toBe('5 minutes ago');
  expect(relative('2026-05-10T09:00:00Z')).toBe('3 hours ago');
  expect(relative('2026-05-09T10:00:00Z')).toBe('yesterday');
  expect(relative('2026-03-01T12:00:00Z')).toBe('2 months ago');
  expect(relative('2026-05-12T12:00:00Z')).toBe('in 2 days');
});

test.each(languages)('date and time can be split into two lines in %s', (language) => {
  const timestamp = '2026-03-04T10:00:00Z';
  const [day, time] = dayAndTime(language, timestamp);
  expect(`${day} ${time}`).toBe(formatDateTime(language, timestamp));
  expect(time).not.toContain('2026');
});

test('a list of times creates one format', () => {
  const create = vi.spyOn(Intl, 'DateTimeFormat');
  for (const day of ['01', '02', '03']) formatDateTime('fr', `2024-02-${day}T10:00:00Z`);
  const created = create.mock.calls.length;
  create.mockRestore();
  expect(created).toBeLessThanOrEqual(1);
});

test('a label is truncated if it is too long for a question, and never within a character', () => {
  const family = '👨‍👩‍👧‍👦';
  expect(shortLabel('Beloved')).toBe('Beloved');
  expect(shortLabel('x'.repeat(80))).toBe('x'.repeat(80));
  expect(shortLabel('x'.repeat(255))).toBe(`${'x'.repeat(79)}…`);
  expect(shortLabel(family.repeat(80))).toBe(family.repeat(80));
  expect(shortLabel(family.repeat(81))).toBe(`${family.repeat(79)}…`);
});
