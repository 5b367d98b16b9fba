import { describe, expect, expectTypeOf, it } from 'vitest';
import { fieldErrors } from '#contract/records/validation.ts';
import {
  boolean,
  date,
  datetime,
  decimal,
  defineResources,
  email,
  integer,
  longText,
  type Referenced,
  reference,
  select,
  text,
  url,
} from '#contract/schema/index.ts';
import { schemasOf } from './schemas.ts';
import type { Create, RecordOf, Update } from './types.ts';

const { things } = defineResources({
  things: {
    fields: {
      title: text({ required: true, min: 2, max: 5 }),
      code: text({ pattern: /^[A-Z]+$/ }),
      story: longText({ max: 20 }),
      pages: integer({ min: 1, max: 10 }),
      price: decimal({ precision: 5, min: 0 }),
      open: boolean(),
      day: date({ min: '2020-01-01' }),
      moment: datetime(),
      state: select(['draft', 'live'], { required: true, default: 'draft' }),
      mail: email(),
      home: url(),
      parent: reference('things'),
      seen: integer({ readOnly: true }),
    },
    rights: { admin: ['read'] },
  },
});
const { create, update, replace } = schemasOf(things);
const ID = '0192f0c0-0000-7000-8000-000000000001';

const made = (record: object) => create.parse({ title: 'abc', ...record }) as Record<string, unknown>;
const rejected = (record: object) => {
  const result = create.safeParse({ title: 'abc', ...record }, { reportInput: true });
  return result.success ? 'taken' : fieldErrors(result.error.issues);
};

describe('a valid value is accepted', () => {
  it.each([
    ['text is trimmed', { title: '  ab ' }, { title: 'ab' }],
    ['an empty optional text is null', { code: '  ' }, { code: null }],
    ['an empty optional date is null', { day: '' }, { day: null }],
    ['a decimal keeps all of its decimals', { price: '7.5' }, { price: '7.50' }],
    ['a decimal may start with its point', { price: '.5' }, { price: '0.50' }],
    ['a decimal may end with its point', { price: '5.' }, { price: '5.00' }],
    ['a decimal may come as a number', { price: 0.1 }, { price: '0.10' }],
    [
      'a timestamp is converted to UTC',
      { moment: '2027-01-31T12:00:00+02:00' },
      { moment: '2027-01-31T10:00:00.000Z' },
    ],
    ['a default stands in for what is missing', {}, { state: 'draft' }],
    ['an address is kept in lower case', { mail: ' Ann@Example.COM ' }, { mail: 'ann@example.com' }],
    ['a reference goes in as its id', { parent: ID.toUpperCase() }, { parent: ID }],
  ])('%s', (_, record, kept) => {
    expect(made(record)).toMatchObject(kept);
  });
});

describe('an invalid value is rejected with the error key', () => {
  it.each([
    ['title', { title: undefined }, 'errors.required', 'Title is required'],
    ['title', { title: '   ' }, 'errors.required', 'Title is required'],
    ['title', { title: 'a' }, 'errors.tooShort', 'Title must have at least 2 characters'],
    ['title', { title: 'abcdef' }, 'errors.tooLong', 'Title must have at most 5 characters'],
    ['title', { title: 5 }, 'errors.invalid', 'Title is invalid'],
    ['title', { title: null }, 'errors.required', 'Title is required'],
    ['code', { code: 'abc' }, 'errors.invalid', 'Code is invalid'],
    ['pages', { pages: 1.5 }, 'errors.wholeNumber', 'Pages must be a whole number'],
    ['pages', { pages: 0 }, 'errors.tooSmall', 'Pages must be at least 1'],
    ['pages', { pages: 11 }, 'errors.tooBig', 'Pages must be at most 10'],
    ['pages', { pages: 11.5 }, 'errors.wholeNumber', 'Pages must be a whole number'],
    ['pages', { pages: 1e20 }, 'errors.tooBig', 'Pages must be at most 10'],
    ['pages', { pages: -1e20 }, 'errors.tooSmall', 'Pages must be at least 1'],
    [
      'price',
      { price: '1.234' },
      'errors.invalidDecimal',
      'Price must be a number with at most 5 digits, 2 of them decimals',
    ],
    [
      'price',
      { price: '1234.5' },
      'errors.invalidDecimal',
      'Price must be a number with at most 5 digits, 2 of them decimals',
    ],
    ['price', { price: '-1' }, 'errors.tooSmall', 'Price must be at least 0'],
    ['price', { price: '-.5' }, 'errors.tooSmall', 'Price must be at least 0'],
    [
      'price',
      { price: '.' },
      'errors.invalidDecimal',
      'Price must be a number with at most 5 digits, 2 of them decimals',
    ],
    [
      'price',
      { price: 'NaN' },
      'errors.invalidDecimal',
      'Price must be a number with at most 5 digits, 2 of them decimals',
    ],
    ['open', { open: 'yes' }, 'errors.invalid', 'Open is invalid'],
    ['day', { day: '2027-02-30' }, 'errors.invalid', 'Day is invalid'],
    ['day', { day: '2019-12-31' }, 'errors.tooEarly', 'Day must not be before 2020-01-01'],
    ['moment', { moment: 'yesterday' }, 'errors.invalid', 'Moment is invalid'],
    ['state', { state: 'gone' }, 'errors.invalidOption', 'State must be one of: draft, live'],
    ['mail', { mail: 'ann' }, 'errors.invalidEmail', 'Mail is invalid'],
    [
      'home',
      { home: 'javascript:alert(1)' },
      'errors.invalidUrl',
      'Home must be a web address that starts with http:// or https://',
    ],
    ['parent', { parent: 'x' }, 'errors.invalid', 'Parent is invalid'],
    ['seen', { seen: 1 }, 'errors.unknown', 'seen is not known here'],
    ['nothing', { nothing: 1 }, 'errors.unknown', 'nothing is not known here'],
  ])('%s %j', (field, record, key, message) => {
    expect(rejected(record)).toEqual({ [field]: [expect.objectContaining({ key, message })] });
  });
});

describe('a change', () => {
  it('contains only the given fields', () => {
    expect(update.parse({ pages: 3 })).toEqual({ pages: 3 });
  });

  it('adds no defaults', () => {
    expect(update.parse({})).toEqual({});
  });

  it('may set an optional field to null', () => {
    expect(update.parse({ code: null, day: '' })).toEqual({ code: null, day: null });
  });
});

describe('a whole record that is put back', () => {
  it('ignores read-only fields and accepts references in output form', () => {
    const read = {
      id: ID,
      title: 'abc',
      state: 'live',
      parent: { id: ID, label: 'abc' },
      seen: 4,
      createdAt: 'x',
      updatedAt: 'y',
    };
    expect(replace.parse(read)).toEqual({ title: 'abc', state: 'live', parent: ID });
  });
});

describe('the types of an entry', () => {
  const { books } = defineResources({
    books: {
      fields: {
        title: text({ required: true }),
        pages: integer(),
        state: select(['draft', 'live'], { required: true, default: 'draft' }),
        genre: reference('genres', { required: true }),
        price: decimal(),
        seen: integer({ readOnly: true }),
      },
      rights: { admin: ['read'] },
    },
    genres: { fields: { name: text() }, rights: { admin: ['read'] } },
  });
  type BookFields = NonNullable<(typeof books)['types']>;

  it('are exact for output', () => {
    expectTypeOf<RecordOf<BookFields>>().toEqualTypeOf<{
      readonly id: string;
      readonly title: string;
      readonly pages: number | null;
      readonly state: 'draft' | 'live';
      readonly genre: Referenced;
      readonly price: string | null;
      readonly seen: number | null;
      readonly createdAt: string;
      readonly updatedAt: string;
    }>();
  });

  it('are exact for input', () => {
    expectTypeOf<Create<BookFields>>().toEqualTypeOf<{
      title: string;
      genre: string;
      pages?: number | null | undefined;
      state?: 'draft' | 'live' | undefined;
      price?: string | number | null | undefined;
    }>();
    expectTypeOf<Update<BookFields>>().toEqualTypeOf<{
      title?: string | undefined;
      genre?: string | undefined;
      pages?: number | null | undefined;
      state?: 'draft' | 'live' | undefined;
      price?: string | number | null | undefined;
    }>();
  });
});
