import { afterEach, expect, test, vi } from 'vitest';
import { shortTime } from './short-time.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ['en', ['Feb 3, 4:05 PM', 'Dec 31, 2026']],
  ['fr', ['3 févr., 16:05', '31 déc. 2026']],
  ['ar', ['3 فبراير، 4:05 م', '31 ديسمبر 2026']],
  ['sw', ['3 Feb, 16:05', '31 Des 2026']],
] as const)('a time is short in %s: without this year, or without the time of another', (language, texts) => {
  vi.useFakeTimers({ now: new Date('2027-06-01T12:00:00') });
  const at = ['2027-02-03T16:05:00', '2026-12-31T10:00:00'];
  expect(at.flatMap((time) => shortTime(language, new Date(time).toISOString()))).toEqual(texts);
});

test('a time in a stated zone reads neither the clock nor the zone of the browser', () => {
  const unknown = () => {
    throw new Error('The server does not know it');
  };
  vi.stubGlobal(
    'Date',
    class extends Date {
      constructor(...given: [] | [string]) {
        if (given.length === 0) unknown();
        super(...(given as [string]));
      }
      override getFullYear = unknown;
    },
  );
  const texts = ['2027-02-03T16:05:00Z', '2026-12-31T10:00:00Z'].flatMap((at) =>
    shortTime('en', at, { timeZone: 'UTC' }),
  );
  expect(texts).toEqual(['Feb 3, 4:05 PM', 'Dec 31, 10:00 AM']);
});
