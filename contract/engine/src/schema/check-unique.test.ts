import { describe, expect, it } from 'vitest';
import { defineResources, integer, longText, type Resources, select, text } from './index.ts';

const rights = { admin: ['read'] } as const;

/** Defines entries that the types would reject. */
const defineUnchecked = defineResources as (entries: object) => Resources;

const configError = (entry: object): string => {
  try {
    defineUnchecked({ tags: { fields: { name: text() }, rights, ...entry } });
  } catch (error) {
    return (error as Error).message;
  }
  return '';
};

describe('a unique rule', () => {
  it('reports a misspelt field, and not the correct one that the error is shown at', () => {
    const complaint = configError({ unique: [{ fields: ['nam'], reportOn: 'name' }] });
    expect(complaint).toContain('tags.unique: "nam" is unknown; did you mean "name"?');
    expect(complaint).not.toContain('reportOn');
  });

  it('compares normalized texts unless it is exact, which is part of its name', () => {
    const { tags } = defineResources({
      tags: {
        fields: {
          name: text({ unique: true }),
          code: text({ unique: 'exact' }),
          size: integer({ unique: true }),
        },
        unique: [
          { fields: ['name', 'size'] },
          { fields: ['code', 'size'], exact: true, nulls: 'same' },
          { fields: ['code', 'name'], nulls: 'same' },
        ],
        rights,
      },
    });
    expect(tags.unique.map(({ name, exact, nulls }) => [name, exact, nulls])).toEqual([
      ['tags_name_folded_unique', false, 'distinct'],
      ['tags_code_unique', true, 'distinct'],
      ['tags_size_unique', true, 'distinct'],
      ['tags_name_size_folded_unique', false, 'distinct'],
      ['tags_code_size_unique_nulls', true, 'same'],
      ['tags_code_name_folded_unique_nulls', false, 'same'],
    ]);
  });

  it.each([
    [{ fields: { name: text({ unique: 'excat' as 'exact' }) } }, 'tags.fields.name.unique: "excat" must be'],
    [
      { unique: [{ fields: ['name'], nulls: 'equal' }] },
      'tags.unique.nulls: "equal" must be "same" or "distinct"',
    ],
    [{ unique: [{ fields: ['name'], exact: 'yes' }] }, 'tags.unique.exact: "yes" must be true or false'],
    [
      { unique: [{ fields: ['name'], null: 'same' }] },
      'tags.unique.null: "null" is unknown; did you mean "nulls"?',
    ],
    [{ unique: [{ fields: ['name'], when: {} }] }, 'tags.unique.when: {} must name a field with its values'],
    [
      { unique: [{ fields: ['name'], when: { nmae: ['a'] } }] },
      'tags.unique.when.nmae: "nmae" is unknown; did you mean "name"?',
    ],
    [
      { unique: [{ fields: ['name'], when: { name: ['a'] } }] },
      'tags.unique.when.name: "text" cannot be part of "when": only a select or a boolean can',
    ],
    [
      {
        fields: { name: text(), state: select(['new', 'worn']) },
        unique: [{ fields: ['name'], when: { state: ['nwe'] } }],
      },
      'tags.unique.when.state: "nwe" is unknown; did you mean "new"?',
    ],
    [{ unique: [{ fields: ['nmae'] }] }, 'tags.unique: "nmae" is unknown; did you mean "name"?'],
    [{ unique: [{ fields: ['name', 'name'] }] }, 'tags.unique: ["name","name"] must not repeat a field'],
    [{ unique: [{}] }, 'tags.unique.fields: undefined must name at least one field'],
    [{ unique: { fields: ['name'] } }, 'must be a list of rules'],
    [
      { fields: { name: text(), hint: longText() }, unique: [{ fields: ['name', 'hint'] }] },
      'tags.unique: "hint" cannot be part of a rule: a longText is too long',
    ],
  ])('that is invalid is rejected: %j', (entry, complaint) => {
    expect(configError(entry)).toContain(complaint);
  });
});

describe('the replacement of a former value', () => {
  const complaintOf = (options: object) =>
    configError({ fields: { state: { ...select(['new', 'worn']), ...options } } });

  it('is another value, or none', () => {
    expect(complaintOf({ formerValues: { used: 'worn', lost: null } })).toBe('');
  });

  it.each([
    [{ formerValues: { new: 'worn' } }, '"new" is still one of the values'],
    [{ formerValues: { used: 'bad' } }, '"bad" is none of the values'],
    [{ formerValues: { used: null }, required: true }, '{"used":null} cannot empty a required field'],
  ])('is rejected if it is invalid: %j', (options, complaint) => {
    expect(complaintOf(options)).toContain(complaint);
  });
});

it('the usual value of a select is one of its values', () => {
  const complaintOf = (usual: string) =>
    configError({ fields: { state: { ...select(['new', 'worn']), usual } } });
  expect(complaintOf('new')).toBe('');
  expect(complaintOf('used')).toContain('"used" is none of the values');
});
