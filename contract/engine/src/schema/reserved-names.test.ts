import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { defineResources, type Entries, ResourceConfigError, reference, text } from './index.ts';
import {
  OBJECT_MEMBERS,
  OWN_FIELDS,
  RESERVED_FIELDS,
  RESERVED_RESOURCES,
  RESERVED_SINGULARS,
} from './reserved-names.ts';

const rights = { admin: ['read'] } as const;
const fields = { name: text() };

/** Returns the mistakes in these entries, one per line, bypassing the types. */
const complaintsAbout = (entries: object): string[] => {
  try {
    defineResources(entries as Entries);
  } catch (error) {
    if (error instanceof ResourceConfigError) return error.message.split('\n').slice(1);
    throw error;
  }
  return [];
};

test.each([...RESERVED_RESOURCES, ...OBJECT_MEMBERS])(
  'a resource cannot have the name %s, and the one line about it lists the reserved names',
  (name) => {
    const complaints = complaintsAbout({ [name]: { fields, rights } });
    expect(complaints).toEqual([
      expect.stringMatching(`^  ${name}\\.name: "${name}" .*; reserved names: \\w+, `),
    ]);
  },
);

test.each([...OWN_FIELDS, ...RESERVED_FIELDS, ...OBJECT_MEMBERS])(
  'a field cannot have the name %s, and the one line about it lists the reserved names',
  (name) => {
    const complaints = complaintsAbout({ books: { fields: { [name]: text() }, rights } });
    expect(complaints).toEqual([
      expect.stringMatching(`^  books\\.fields\\.${name}: "${name}" .*; reserved names: \\w+, `),
    ]);
  },
);

test.each(RESERVED_SINGULARS)('one record cannot have the name %s', (singular) => {
  expect(complaintsAbout({ books: { fields, rights, singular } })).toEqual([
    expect.stringContaining(
      `  books.singular: "${singular}" is a name in the rights of better-auth; reserved names: `,
    ),
  ]);
});

test('a resource cannot have the name of a PostgreSQL system table', () => {
  expect(complaintsAbout({ pgClass: { fields, rights } })).toEqual([
    '  pgClass.name: "pgClass" starts like a table of PostgreSQL',
  ]);
});

test('docs/entry.md lists every reserved name', () => {
  const page = readFileSync(new URL('../../../../docs/entry.md', import.meta.url), 'utf8');
  const section = page.split('## Reserved names')[1]?.split('\n## ')[0] ?? '';
  const listed = [...section.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  const reserved = [
    ...[RESERVED_RESOURCES, RESERVED_SINGULARS, OWN_FIELDS, RESERVED_FIELDS, OBJECT_MEMBERS].flat(),
  ];
  expect(reserved.filter((name) => !listed.includes(name))).toEqual([]);
});

test('a missing key of an entry is reported on one line', () => {
  expect(complaintsAbout({ books: { fields } })).toEqual([
    '  books.rights: undefined is missing: define who may do what, such as { admin: ["read", "create"] }',
  ]);
  expect(complaintsAbout({ books: { rights } })).toEqual([
    '  books.fields: undefined must name at least one field',
  ]);
  expect(complaintsAbout({ books: undefined })).toEqual([
    '  books: undefined must be an entry with fields and rights',
  ]);
  expect(complaintsAbout({ books: { fields, rights: { admin: 'read' } } })).toEqual([
    '  books.rights.admin: "read" must be a list of actions',
  ]);
});

test('a value that is not a field, and a reference to a member of Object.prototype, are reported on one line each', () => {
  expect(complaintsAbout({ books: { fields: { name: undefined }, rights } })).toEqual([
    '  books.fields.name: undefined is not made by one of the field builders',
  ]);
  expect(complaintsAbout({ books: { fields: { name: { kind: 'constructor' } }, rights } })).toEqual([
    '  books.fields.name: {"kind":"constructor"} is not made by one of the field builders',
  ]);
  expect(complaintsAbout({ books: { fields: { other: reference('constructor') }, rights } })).toEqual([
    '  books.fields.other.to: "constructor" is unknown; there are: books',
  ]);
});
