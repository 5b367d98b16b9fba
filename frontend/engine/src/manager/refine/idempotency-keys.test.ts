import { expect, it } from 'vitest';
import { createIdempotencyKeys, idempotencyKeyOf } from './idempotency-keys.ts';

it('is the same for the same values until the creation has a response, and different for other values', () => {
  const keys = createIdempotencyKeys();
  const key = keys.of({ title: 'Weep' });
  expect(key).toMatch(/^[\w-]{10,}$/);
  expect(keys.of({ title: 'Weep' })).toBe(key);
  const other = keys.of({ title: 'Weep not' });
  expect(other).not.toBe(key);
  keys.renew();
  expect(keys.of({ title: 'Weep not' })).not.toBe(other);
});

it('is sent only if a form has keys', () => {
  expect(idempotencyKeyOf(undefined, {})).toEqual({});
  const idempotencyKeys = { of: () => 'a', renew: () => {} };
  expect(idempotencyKeyOf({ idempotencyKeys }, {})).toEqual({ headers: { 'idempotency-key': 'a' } });
});
