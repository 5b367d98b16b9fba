import { lendingLibrary } from '@bindery/contract/testing/lending-library.ts';
import { describe, expect, it } from 'vitest';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import type { RecordValues, WriteContext } from '#backend/records/resources/hooks.ts';
import { checkedHooks } from './checked-hooks.ts';

const write = {} as WriteContext;

/** Returns what a write of a subject gets from a hook that returns these values. */
const hooked = (result: RecordValues | undefined, given: RecordValues = {}) =>
  checkedHooks(lendingLibrary.subjects, { beforeCreate: async () => result }).beforeCreate!(given, write);

describe('the values of a hook', () => {
  it('may be the given ones, whatever these are', async () => {
    const given = { name: 7, code: undefined };
    expect(await hooked({ ...given }, given)).toEqual(given);
    expect(await hooked(undefined, given)).toBeUndefined();
  });

  it('are in the form in which the application writes them', async () => {
    expect(await hooked({ name: ' Maths ' })).toEqual({ name: 'Maths' });
  });

  it('are rejected with the field if the entry does not accept them', async () => {
    await expect(hooked({ name: 7 })).rejects.toMatchObject({
      code: 'INVALID',
      details: { errors: { name: [{ message: 'Name is invalid' }] } },
    });
  });

  it('may not name a field that the entry does not have', async () => {
    await expect(hooked({ name: 'Maths', nmae: 'Maths' })).rejects.toThrow(
      'backend/extensions/subjects/hooks.ts: beforeCreate returns "nmae", which is unknown; did you mean "name"?',
    );
  });

  it.each<[unknown, string]>([
    [false, 'false'],
    [5, '5'],
    [[], '[]'],
    [new ApiError('CONFLICT', { message: 'Three at most' }), 'ApiError'],
  ])('are not %s, which would write a record without the values of its author', async (result, quoted) => {
    await expect(hooked(result as RecordValues, { name: 'Maths' })).rejects.toThrow(
      `backend/extensions/subjects/hooks.ts: beforeCreate returns ${quoted}, and not the values of fields. To reject the write, throw an ApiError`,
    );
  });

  it('are checked after a change too; an absent hook stays absent', async () => {
    const hooks = checkedHooks(lendingLibrary.subjects, { beforeUpdate: async () => ({ titel: 'x' }) });
    expect(Object.keys(hooks)).toEqual(['beforeUpdate']);
    const change = { before: { id: '7' }, values: {} };
    await expect(hooks.beforeUpdate?.(change, write)).rejects.toThrow('beforeUpdate returns "titel"');
  });
});
