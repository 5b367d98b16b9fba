import { defineResources, integer, type Resource, reference, text } from '@bindery/contract/schema/index.ts';
import { expect, it } from 'vitest';
import { Declarations, EVERYTHING } from './declarations.ts';

const rights = { admin: ['read'], user: ['read'] } as const;
const resources = defineResources({
  shelves: {
    fields: {
      name: text({ required: true, search: true }),
      label: text({ required: true, search: true, readBy: ['admin'] }),
      note: text(),
      floor: integer({ max: 5 }),
      parent: reference('shelves'),
    },
    rights,
  },
  boxes: {
    archive: true,
    fields: {
      title: text({ required: true, search: true }),
      note: text({ search: true }),
      floor: integer({ max: 6 }),
      shelf: reference('shelves'),
      other: reference('shelves'),
    },
    rights,
  },
});
const fieldsOf = ({ fields }: Resource) => Object.values(fields);
const names = (fields: readonly { readonly name: string }[]) => fields.map(({ name }) => name);

it('the tests of a kind run once for fields that differ only in their names', () => {
  const declarations = new Declarations();
  const { shelves, boxes } = resources;
  const [of, later] = [shelves, boxes].map((resource) => declarations.of(resource, resources));
  expect(names(of!.fields('sort', fieldsOf(shelves)))).toEqual(['name', 'note', 'floor', 'parent']);
  expect(names(later!.fields('sort', fieldsOf(boxes)))).toEqual(['note', 'floor', 'shelf']);
  // Another kind of test has not run for any of them.
  expect(names(later!.fields('filter', fieldsOf(boxes)))).toContain('title');
});

it('tests of a whole entry run once with an archive and once without', () => {
  const declarations = new Declarations();
  const { shelves, boxes } = resources;
  const ran = [shelves, boxes, shelves].map((entry) => declarations.of(entry, resources).has('read'));
  expect(ran).toEqual([true, true, false]);
});

it('all tests run for the entries of a product', () => {
  const fields = fieldsOf(resources.boxes);
  expect([EVERYTHING.fields('sort', fields), EVERYTHING.has('read')]).toEqual([fields, true]);
});
