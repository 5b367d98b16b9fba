import { describe, expect, it } from 'vitest';
import {
  currentUser,
  date,
  datetime,
  defineResources,
  email,
  integer,
  now,
  ResourceConfigError,
  reference,
  text,
  today,
} from './index.ts';

/** Returns the error text for an entry with these fields, which the types would reject. */
const complaintAbout = (fields: object, entry: object = {}): string => {
  const define = defineResources as (entries: object) => unknown;
  try {
    define({ books: { fields, rights: { admin: ['read', 'create'] }, ...entry } });
  } catch (error) {
    if (error instanceof ResourceConfigError) return error.message;
    throw error;
  }
  return '';
};

describe('a dynamic default', () => {
  const everybody = { rights: { admin: ['read', 'create'], public: ['read', 'create'] } };
  it.each([
    [{ day: { ...date(), default: now } }, 'is no default of a date; there is: today'],
    [{ at: { ...datetime(), default: today } }, 'is no default of a datetime; there is: now'],
    [{ pages: { ...integer(), default: now } }, 'is no default of a integer'],
    [
      { genre: { ...reference('books'), default: currentUser.id } },
      'is a user, and the field refers to books',
    ],
    [{ day: { ...date(), default: { from: 'tomorrow' } } }, 'must be a value, or one of today, now'],
    [{ at: datetime({ readOnly: true, default: 'now' }) }, 'now stands without quotes'],
    [{ by: { ...reference('users'), default: 'currentUser.id' } }, 'currentUser.id stands without quotes'],
    [{ day: { ...date({ max: '2030-01-01' }), default: today } }, 'would be above max one day'],
    [{ day: { ...date({ min: '9000-01-01' }), default: today } }, 'is before min (9000-01-01)'],
    [{ by: { ...text({ max: 10 }), default: currentUser.email } }, 'may be longer than max (10)'],
    [{ by: { ...text({ pattern: /x/ }), default: currentUser.email } }, 'may not match the pattern'],
  ])('is refused where its field cannot have it: %#', (fields, complaint) => {
    expect(complaintAbout(fields)).toContain(complaint);
  });

  it('cannot be all that a required field has, where callers without a session create records', () => {
    const by = { ...email({ required: true, readOnly: true }), default: currentUser.email };
    expect(complaintAbout({ by })).toBe('');
    expect(complaintAbout({ by }, everybody)).toContain(
      'leaves the records of public without a required value',
    );
  });
});
