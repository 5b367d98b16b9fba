import { describe, expect, it } from 'vitest';
import {
  boolean,
  currentUser,
  date,
  decimal,
  defineResources,
  integer,
  now,
  ResourceConfigError,
  type Resources,
  reference,
  references,
  text,
} from './index.ts';

/** Defines entries that the types would reject. */
const defineUnchecked = defineResources as (entries: object) => Resources;
const rights = { admin: ['read', 'create'], user: ['read'] };
const value = () => null;

/** Returns the error text for an entry with these fields, beside books and loans. */
const complaintAbout = (fields: object, entry: object = {}): string => {
  const books = {
    fields: { title: text(), price: decimal(), onLoan: boolean(), ...fields },
    rights,
    ...entry,
  };
  const loans = {
    fields: {
      book: reference('books'),
      hidden: reference('books', { filter: false }),
      fee: decimal(),
      note: text(),
      dueOn: date(),
      tagCount: integer({ computed: { count: 'tags', through: 'loans' } }),
      tagsTwice: integer({ computed: '2 * {tagCount}' }),
      loudNote: text({ computed: 'upper({note})' }),
    },
    label: 'note',
    rights,
  };
  try {
    const tags = {
      fields: { name: text(), books: references('books'), loans: references('loans') },
      rights,
    };
    defineUnchecked({ books, loans, tags });
  } catch (error) {
    if (error instanceof ResourceConfigError) return error.message;
    throw error;
  }
  return '';
};

describe('a computed field', () => {
  it.each([
    [
      { total: decimal({ computed: '{price} * {quantty}' }) },
      'books.fields.total.computed: "quantty" is unknown',
    ],
    [
      { total: decimal({ computed: '{price} * {toString}' }) },
      'books.fields.total.computed: "toString" is unknown',
    ],
    [{ total: decimal({ computed: ' ' }) }, 'must be a SQL expression'],
    [
      { n: { ...integer(), computed: { sum: 'fee' } } },
      'n.computed.of: undefined is unknown; there are: books',
    ],
    [
      { n: { ...integer(), computed: { count: 'loans', through: null } } },
      'n.computed.through: null must be',
    ],
    [{ n: { ...text(), computed: { from: [5], value } } }, 'n.computed.from: 5 is unknown; there are: title'],
    [
      { n: { ...integer(), computed: { count: 'books', through: 'title' } } },
      'n.computed.through: "title" must be a field that refers to books; books has none',
    ],
    [
      { a: { ...text(), computed: { from: ['title'], value } }, b: text({ computed: '{a}' }) },
      'b.computed: "a" is computed by a function, which is unknown to the database',
    ],
    [
      { a: decimal({ computed: '{b}' }), b: decimal({ computed: '{price} + {a}' }) },
      'b.computed: "{price} + {a}" leads back to the field itself',
    ],
    [{ a: decimal({ computed: '{a}' }) }, 'a.computed: "{a}" leads back to the field itself'],
    [
      {
        a: { ...text(), computed: { from: ['title'], value } },
        b: { ...text(), computed: { from: ['a'], value } },
      },
      'b.computed.from: "a" is itself computed',
    ],
    [
      { n: { ...integer(), computed: { sum: 'tagCount', of: 'loans', through: 'book' } } },
      'n.computed.sum: "tagCount" is itself computed from other records',
    ],
    [
      { n: { ...integer(), computed: { sum: 'tagsTwice', of: 'loans', through: 'book' } } },
      'n.computed.sum: "tagsTwice" is itself computed from other records',
    ],
    [
      { n: { ...integer(), computed: { sum: 'loudNote', of: 'loans', through: 'book' } } },
      'n.computed.sum: "loudNote" must be an integer or a decimal',
    ],
    [
      { n: { ...decimal(), computed: { avg: 'note', of: 'loans', through: 'book' } } },
      'n.computed.avg: "note" must be an integer or a decimal, and the field itself a decimal',
    ],
    [
      { n: { ...integer(), computed: { avg: 'fee', of: 'loans', through: 'book' } } },
      'n.computed.avg: "fee" must be an integer or a decimal, and the field itself a decimal',
    ],
    [
      { n: { ...integer(), computed: { count: 'loans', through: 'book', where: { dueOn: { lt: now } } } } },
      'n.computed.where.dueOn.lt: now is not a value of a date; available: today',
    ],
    [
      { n: { ...integer(), computed: { count: 'loans', through: 'book', where: { fee: { lt: now } } } } },
      'n.computed.where.fee.lt: now is not a value of a decimal',
    ],
    [
      {
        n: { ...integer(), computed: { count: 'loans', through: 'book', where: { dueOn: currentUser.id } } },
      },
      'n.computed.where.dueOn: currentUser.id is not a value of a date; available: today',
    ],
    [{ tags: references('tags'), n: integer({ computed: '{tags}' }) }, '"tags" has several values'],
    [
      { total: decimal({ computed: '{price}', required: true }) },
      'total.required: true cannot be: the field is computed',
    ],
    [
      { total: decimal({ computed: '{price}', default: 1 }) },
      'total.default: 1 cannot be: the field is computed',
    ],
    [
      { total: decimal({ computed: '{price}', unique: true }) },
      'total.unique: true cannot be: the field is computed',
    ],
    [{ other: { ...reference('books'), computed: '{price}' } }, 'cannot be: a reference is never computed'],
    [{ n: { ...integer(), computed: 7 } }, 'books.fields.n.computed: 7 must be an expression'],
    [
      { n: { ...integer(), computed: { number: 'loans' } } },
      'must have one of: count, sum, avg, min, max, from',
    ],
    [
      { n: { ...integer(), computed: { count: 'lones', through: 'book' } } },
      'books.fields.n.computed.count: "lones" is unknown; did you mean "loans"?',
    ],
    [
      { n: { ...integer(), computed: { count: 'loans', through: 'note' } } },
      'books.fields.n.computed.through: "note" must be a field that refers to books: book, hidden',
    ],
    [{ n: { ...integer(), computed: { count: 'loans', through: 'hidden' } } }, '"hidden" has no index'],
    [
      { n: { ...text(), computed: { count: 'loans', through: 'book' } } },
      'make the field an integer, not a text',
    ],
    [
      { n: { ...integer(), computed: { count: 'loans', through: 'book', where: { fie: 1 } } } },
      'books.fields.n.computed.where.fie: "fie" is unknown',
    ],
    [
      { n: { ...decimal(), computed: { sum: 'note', of: 'loans', through: 'book' } } },
      'must be an integer or a decimal',
    ],
    [
      { n: { ...integer(), computed: { max: 'fee', of: 'loans', through: 'book' } } },
      'the kind of the field itself',
    ],
    [
      { n: { ...integer(), computed: { max: 'fees', of: 'loans', through: 'book' } } },
      'n.computed.max: "fees" is unknown',
    ],
    [{ n: { ...integer(), computed: { from: ['titel'], value } } }, 'n.computed.from: "titel" is unknown'],
    [
      { n: { ...integer(), computed: { from: ['title'], value: 7 } } },
      'n.computed.value: 7 must be a function',
    ],
    [
      { n: { ...integer(), computed: { from: [], value } } },
      'must name the fields that the function receives',
    ],
    [{ n: { ...integer(), sort: true, computed: { from: ['title'], value } } }, 'n.sort: true cannot be'],
  ])('is rejected at its key: %#', (fields, complaint) => {
    expect(complaintAbout(fields)).toContain(complaint);
  });

  const total = decimal({ computed: '{price} * 2' });
  it.each([
    ['label', { label: '{title} {total}' }, 'books.label: "total" cannot be part of a label: it is computed'],
    ['unique rule', { unique: [{ fields: ['title', 'total'] }] }, 'cannot be part of a rule: it is computed'],
    ['row filter', { where: { user: () => ({ total: '1' }) } }, 'cannot be part of a filter: it is computed'],
  ])('cannot be part of a %s', (_, entry, complaint) => {
    expect(complaintAbout({ total }, entry)).toContain(complaint);
  });

  it('cannot be part of a sort if a function computes it', () => {
    const fields = { shout: { ...text(), computed: { from: ['title'], value } } };
    expect(complaintAbout(fields, { sort: 'shout' })).toContain('cannot be: a function computes the field');
  });

  it('is read-only, needs no place in the form, and has no column', () => {
    const entry = { layout: [{ name: 'all', fields: ['title', 'price', 'onLoan'] }] };
    expect(complaintAbout({ total }, entry)).toBe('');
  });

  it('is readable by the roles that may read all of its sources, unless its entry says otherwise', () => {
    const { books } = defineResources({
      books: {
        fields: {
          price: decimal(),
          cost: decimal({ readBy: ['admin'] }),
          margin: decimal({ computed: '{price} - {cost}' }),
          stated: decimal({ computed: '{price} - {cost}', readBy: ['admin', 'user'] }),
          loans: integer({ computed: { count: 'loans', through: 'book' } }),
          fees: decimal({ computed: { sum: 'fee', of: 'loans', through: 'book', where: { secret: true } } }),
          public: integer({ computed: { count: 'loans', through: 'book' }, readBy: ['public', 'user'] }),
        },
        label: 'price',
        rights: { admin: ['read'], user: ['read'], public: ['read'] },
      },
      loans: {
        fields: {
          book: reference('books'),
          fee: decimal(),
          secret: boolean({ readBy: ['admin'] }),
        },
        rights: { admin: ['read'], user: ['read'] },
      },
    });
    const readers = Object.values(books.fields).map(({ name, readBy }) => [name, [...readBy].sort().join()]);
    expect(Object.fromEntries(readers)).toEqual({
      price: 'admin,public,user',
      cost: 'admin',
      margin: 'admin',
      stated: 'admin,user',
      loans: 'admin,user',
      fees: 'admin',
      public: 'public,user',
    });
  });

  it('that sums an expression is readable by the roles that may read all fields of the expression', () => {
    const sum = { of: 'lines', through: 'bill' } as const;
    const { bills } = defineResources({
      bills: {
        fields: {
          name: text(),
          total: decimal({ computed: { ...sum, sum: 'amount' } }),
          discount: decimal({ computed: { ...sum, sum: 'shown' } }),
        },
        rights: { admin: ['read'], user: ['read'] },
      },
      lines: {
        fields: {
          bill: reference('bills'),
          price: decimal({ readBy: ['admin'] }),
          amount: decimal({ computed: '{price} * 2' }),
          shown: decimal({ computed: '{price} * 2', readBy: ['admin', 'user'] }),
        },
        label: 'bill',
        rights: { admin: ['read'], user: ['read'] },
      },
    });
    expect(bills.fields.total.readBy).toEqual(['admin']);
    expect(bills.fields.discount.readBy).toEqual(['admin', 'user']);
  });

  it('reads the clock only where no function receives the timestamp', () => {
    const where = { user: () => ({ title: now }) };
    expect(complaintAbout({}, { where })).toContain(
      'books.where.user.title: now cannot be here: a function of "where" receives the user and "now"',
    );
  });
});
