import { productResources } from '@bindery/contract/api/product.ts';
import { fieldsOf } from '@bindery/contract/records/resources/fields.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { lendingLibrary } from '@bindery/contract/testing/lending-library.ts';
import { describe, expect, test } from 'vitest';
import { pageNames } from './entry-state.ts';
import { pageSource } from './page-sources.ts';

const resources = productResources();

const all: readonly Resource[] = [
  ...Object.values<Resource>(resources),
  ...Object.values<Resource>(lendingLibrary),
];

const named = (source: string) => [...source.matchAll(/<Field name="(\w+)" \/>/g)].map(([, name]) => name);

describe.each(all.map((resource) => [resource.name, resource] as const))('%s', (_, resource) => {
  const writable = resource.layout
    .flatMap(({ fields }) => fields)
    .filter((name) => !resource.fields[name]!.readOnly);

  test.each(['create', 'update', 'form'] as const)(
    'the ejected %s names every writable field, in the order of the entry',
    (page) => {
      expect(named(pageSource(page, { resource, inPanels: [] }))).toEqual(writable);
    },
  );

  test('the ejected list has a column for every field: first the entry’s list, then the others, hidden', () => {
    const source = pageSource('list', { resource, inPanels: [] });
    const columns = [...source.matchAll(/\{ field: '(\w+)'(, hidden: true)? \}/g)];
    expect(columns.filter(([, , hidden]) => !hidden).map(([, name]) => name)).toEqual(resource.list);
    expect(columns.map(([, name]) => name).sort()).toEqual(
      fieldsOf(resource)
        .map(({ name }) => name)
        .sort(),
    );
  });

  test('the ejected page of a record names every field except its label and the fields of panels', () => {
    const names = Object.keys(resource.fields);
    const [inPanel] = names.filter((name) => name !== resource.label);
    const label = resource.fields[resource.label];
    const shown = named(pageSource('show', { resource, inPanels: inPanel ? [inPanel] : [] }));
    const left = names.filter(
      (name) => name !== inPanel && (label?.to !== undefined || name !== label?.name),
    );
    expect(shown.sort()).toEqual(left.sort());
  });
});

test('no ejected page is a component of all fields at once', () => {
  for (const page of pageNames)
    expect(pageSource(page, { resource: resources.users!, inPanels: [] })).not.toMatch(/Generated|Entry/);
});
