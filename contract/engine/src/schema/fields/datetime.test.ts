import { expect, it } from 'vitest';
import { datetime } from './datetime.ts';

it.each([
  ['2026-11-21 10:30:00.123+00', '2026-11-21T10:30:00.123Z'],
  ['2026-11-21 10:30:00.5+00', '2026-11-21T10:30:00.500Z'],
  ['2026-11-21 10:30:00+05:30', '2026-11-21T05:00:00.000Z'],
  ['0001-01-01 00:00:00+00', '0001-01-01T00:00:00.000Z'],
  ['2026-11-21T10:30:00.000Z', '2026-11-21T10:30:00.000Z'],
])('a timestamp that PostgreSQL writes as %s is returned as %s', (kept, given) => {
  expect(datetime.kind.read?.(kept)).toBe(given);
});
