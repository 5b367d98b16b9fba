import { describe, expect, it } from 'vitest';
import {
  boolean,
  currentUser,
  date,
  datetime,
  decimal,
  defineResources,
  email,
  integer,
  now,
  ResourceConfigError,
  reference,
  select,
  text,
  today,
  url,
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
    [{ day: { ...date(), default: now } }, 'is not a default of a date; available: today'],
    [{ at: { ...datetime(), default: today } }, 'is not a default of a datetime; available: now'],
    [{ pages: { ...integer(), default: now } }, 'is not a default of an integer'],
    [
      { genre: { ...reference('books'), default: currentUser.id } },
      'is a user, and the field refers to books',
    ],
    [{ day: { ...date(), default: { from: 'tomorrow' } } }, 'must be a value, or one of today, now'],
    [
      { at: datetime({ readOnly: true, default: 'now' }) },
      'write now without quotes, imported from @bindery/contract',
    ],
    [{ by: { ...reference('users'), default: 'currentUser.id' } }, 'write currentUser.id without quotes'],
    [{ day: { ...date({ max: '2030-01-01' }), default: today } }, 'would be above max one day'],
    [{ day: { ...date({ min: '9000-01-01' }), default: today } }, 'is before min (9000-01-01)'],
    [{ by: { ...text({ max: 10 }), default: currentUser.email } }, 'may be longer than max (10)'],
    [{ by: { ...text({ pattern: /x/ }), default: currentUser.email } }, 'may not match the pattern'],
  ])('is rejected if its field cannot have it: %#', (fields, complaint) => {
    expect(complaintAbout(fields)).toContain(complaint);
  });

  it('cannot be the only value of a required field if callers without a session create records', () => {
    const by = { ...email({ required: true, readOnly: true }), default: currentUser.email };
    expect(complaintAbout({ by })).toBe('');
    expect(complaintAbout({ by }, everybody)).toContain(
      'leaves the records of public without a required value',
    );
  });
});

describe('a static default', () => {
  it.each([
    [{ n: { ...integer(), default: 'many' } }, 'a.n'],
    [{ n: integer({ default: 1.5 }) }, 'is not a value of the field, which accepts a whole number'],
    [{ n: integer({ default: 5, max: 3 }) }, 'which accepts at most 3'],
    [{ n: { ...boolean(), default: 'yes' } }, 'which accepts true or false'],
    [{ n: date({ default: '31.01.2027' }) }, 'which accepts a day such as "2027-01-31"'],
    [{ n: datetime({ default: 'tomorrow' }) }, 'which accepts a timestamp such as "2027-01-31T12:00:00Z"'],
    [{ n: date({ default: '2027-01-31', min: '2027-02-01' }) }, 'which accepts nothing before 2027-02-01'],
    [
      { n: decimal({ default: '1.234' }) },
      '"1.234" is not a value of the field, which accepts a number with at most',
    ],
    [{ n: decimal({ default: '3', max: 2 }) }, 'which accepts at most 2'],
    [{ n: { ...text(), default: 7 } }, 'which accepts a text'],
    [{ n: text({ default: 'x', pattern: /^[0-9]+$/ }) }, 'which accepts a text that matches /^[0-9]+$/'],
    [{ n: text({ default: 'too long', max: 3 }) }, 'which accepts at most 3 characters'],
    [{ n: email({ default: 'nobody' }) }, 'which accepts an email address'],
    [{ n: url({ default: 'nowhere' }) }, 'which accepts a web address'],
    [{ n: reference('books', { default: 'the first' }) }, 'which accepts an id'],
    [{ n: { ...select(['new', 'old']), default: 'used' } }, 'is none of the values'],
  ])('is rejected if the field itself would reject it: %#', (fields, complaint) => {
    const found = complaintAbout({ title: text(), ...fields });
    expect(found).toContain(complaint.replace('a.n', 'fields.n.default'));
    expect(found, 'the words of a library').not.toMatch(/Invalid|Too (big|small)|expected|received/);
  });

  it.each([
    { n: integer({ default: 3, max: 3 }) },
    { n: boolean({ default: false }) },
    { n: date({ default: '2027-01-31' }) },
    { n: datetime({ default: '2027-01-31T12:00:00Z' }) },
    { n: decimal({ default: 9.9 }) },
    { n: decimal({ default: '9.90' }) },
    { n: text({ default: 'unknown' }) },
    { n: email({ default: 'Info@example.com' }) },
    { n: url({ default: 'https://example.com' }) },
    { n: reference('books', { default: '0190a1b2-0000-7000-8000-000000000001' }) },
    { n: select(['new', 'old'], { default: 'old' }) },
  ])('is accepted if the field accepts it: %#', (fields) => {
    expect(complaintAbout({ title: text(), ...fields })).toBe('');
  });
});

it('options of an invalid type are named, instead of failing somewhere else', () => {
  const title = text();
  expect(complaintAbout({ title: { ...title, required: 'yes' } })).toContain(
    'books.fields.title.required: "yes" must be true or false',
  );
  expect(complaintAbout({ title: { ...title, readBy: 'admin' } })).toContain(
    'books.fields.title.readBy: "admin" must be a list of roles',
  );
  expect(complaintAbout({ state: { ...select(['new']), values: 'new' } })).toContain(
    'must be a list of texts',
  );
  expect(complaintAbout({ state: { ...select(['new']), formerValues: 'old' } })).toContain(
    'must name the replacement of each former value',
  );
});

describe('a bound of days or times', () => {
  it.each([
    [date({ min: '2027-02-30' }), 'min: "2027-02-30" must be a day such as "2027-01-31"'],
    [date({ max: '2027-13-01' }), 'max: "2027-13-01" must be a day'],
    [datetime({ min: '2027-01-31T12:00' }), 'min: "2027-01-31T12:00" must be a timestamp such as'],
    [datetime({ max: '2027-01-31' }), 'max: "2027-01-31" must be a timestamp'],
    [datetime({ max: '2027-01-41T12:00:00Z' }), 'max: "2027-01-41T12:00:00Z" must be a timestamp'],
    [
      datetime({ min: '2027-01-31T12:00:00Z', max: '2027-01-31T13:00:00+02:00' }),
      'min: "2027-01-31T12:00:00Z" must not be above max (2027-01-31T13:00:00+02:00)',
    ],
  ])('is one that every reader understands in the same way: %#', (at, complaint) => {
    expect(complaintAbout({ title: text(), at })).toContain(`books.fields.at.${complaint}`);
  });

  it.each([
    date({ min: '2028-02-29', max: '2028-02-29' }),
    datetime({ min: '2027-01-31T13:00:00+02:00', max: '2027-01-31T12:00:00Z' }),
  ])('is accepted otherwise: %#', (at) => {
    expect(complaintAbout({ title: text(), at })).toBe('');
  });
});
