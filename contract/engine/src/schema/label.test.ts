import { describe, expect, it } from 'vitest';
import { defineResources, file, image, integer, type Resources, reference, text } from './index.ts';

/** Defines entries that the types would reject. */
const defineUnchecked = defineResources as (entries: object) => Resources;

const rights = { admin: ['read'] } as const;

describe('the label of a resource', () => {
  const labelsOf = (entries: object) =>
    Object.fromEntries(Object.entries(defineUnchecked(entries)).map(([name, { label }]) => [name, label]));

  it('is a field, or a template with fields in braces', () => {
    const { loans, shops } = defineResources({
      loans: { fields: { book: text(), due: integer() }, label: '{book} – {due}', rights },
      shops: { fields: { town: text() }, label: 'town', rights },
    });
    expect(loans.labelParts).toEqual([{ field: 'book' }, { text: ' – ' }, { field: 'due' }]);
    expect(shops.labelParts).toEqual([{ field: 'town' }]);
  });

  it('is never a file', () => {
    const fields = { picture: image(), paper: file(), pages: integer() };
    expect(labelsOf({ albums: { fields, rights } })).toEqual({ albums: 'pages' });
    expect(labelsOf({ albums: { fields: { picture: image() }, rights } })).toEqual({ albums: 'id' });
    expect(() => labelsOf({ albums: { fields, label: '{pages} {paper}', rights } })).toThrow(
      'is a file, not a text',
    );
  });

  it('uses a reference if there is no text, but never in a cycle', () => {
    const labels = labelsOf({
      loans: { fields: { copy: reference('copies'), due: integer() }, rights },
      copies: { fields: { loan: reference('loans'), number: integer() }, rights },
      links: { fields: { to: reference('links') }, rights },
    });
    expect(labels).toEqual({ loans: 'copy', copies: 'number', links: 'id' });
  });

  it('does not compile, and is rejected, if it names an unknown field', () => {
    expect(() =>
      defineResources({
        // @ts-expect-error there is no such field
        loans: { fields: { book: text() }, label: '{book} – {borower}', rights },
      }),
    ).toThrow('loans.label: "borower" is unknown; there are: book');
    expect(() => labelsOf({ loans: { fields: { book: text() }, label: '{book', rights } })).toThrow(
      'loans.label: "{book" must have each field in braces',
    );
    expect(() => labelsOf({ loans: { fields: { book: text() }, label: '', rights } })).toThrow('loans.label');
  });

  it('is rejected if it forms a cycle', () => {
    const define = () =>
      labelsOf({
        loans: { fields: { book: reference('books') }, label: '{book}!', rights },
        books: { fields: { loan: reference('loans') }, label: 'loan', rights },
        parts: { fields: { of: reference('parts'), name: text() }, label: '{of} / {name}', rights },
      });
    expect(define).toThrow('refers to itself: loans → books → loans');
    expect(define).toThrow('refers to itself: parts → parts');
  });
});
