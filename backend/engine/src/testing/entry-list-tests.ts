import { fieldsOf, isEmptyValue, parameterOf } from '@bindery/contract/records/resources/fields.ts';
import type { Operator } from '@bindery/contract/schema/fields/field.ts';
import type { Resource, ResourceField, Role } from '@bindery/contract/schema/index.ts';
import { describe, expect, it } from 'vitest';
import type { Selection } from './declarations.ts';
import type { EntryFixture } from './entry-fixture.ts';

/** The longest search term that the API accepts. */
const MAX_TERM_LENGTH = 100;

/** The operators that exclude a record by its own value. */
const EXCLUDING: readonly Operator[] = ['ne', 'gt', 'lt'];

/** Declares tests of the lists of a resource, as a role that may read all its records. */
export function testLists(
  fixture: () => EntryFixture,
  { resource, reader, selection }: { resource: Resource; reader: Role; selection: Selection },
): void {
  const path = `/api/${resource.name}`;
  const get = (query: string) => fixture().call(reader, { path: `${path}${query}` });
  const visible = fieldsOf(resource).filter((field) => field.readBy.includes(reader));
  const names = (isSorted: boolean) =>
    selection
      .fields(
        'sort',
        visible.filter(({ sort }) => sort === isSorted),
      )
      .map(({ name }) => name);

  let read: { readonly id: string; readonly [name: string]: unknown } | undefined;
  /** Returns a record as the role reads it, which no test changes. */
  const sharedRecord = async () => {
    const [id] = await fixture().shared(resource);
    if (read?.id !== id) read = (await get(`/${id}`)).body;
    return read!;
  };

  let sorted: { readonly shared: string; readonly ids: string } | undefined;
  /** Returns a filter for two records that no test changes, and for some that other tests have created. */
  const sortedRecords = async () => {
    const shared = await fixture().shared(resource);
    if (sorted?.shared !== shared[0]) {
      // At most a page: there may be any number of them.
      const others = (await get('?_end=18')).body.map(({ id }: { id: string }) => id);
      sorted = { shared: shared[0], ids: [...shared, ...others].map((id) => `id=${id}`).join('&') };
    }
    return sorted.ids;
  };

  describe('lists', () => {
    it.each([...(selection.has('sort by id') ? ['id'] : []), ...names(true)])(
      'are sorted by %s in both directions',
      async (field) => {
        const some = await sortedRecords();
        const ids = async (order: string): Promise<string[]> =>
          (await get(`?_sort=${field}&_order=${order}&_end=100&${some}`)).body.map(
            ({ id }: { id: string }) => id,
          );
        const ascending = await ids('asc');
        expect(ascending.length).toBeGreaterThan(1);
        expect(await ids('desc')).toEqual(ascending.toReversed());
      },
    );

    it.each(names(false))('are not sorted by %s, which has no index', async (field) => {
      const { status, body } = await get(`?_sort=${field}`);
      expect({ status, names: Object.keys(body.errors) }).toEqual({ status: 400, names: ['_sort'] });
    });

    const filtered = visible.filter(({ operators }) => operators.length > 0);
    it.each(selection.fields('filter', filtered))(
      'are filtered by $name with each of its operators',
      async (field) => {
        const record = await sharedRecord();
        // A filter with an empty value matches nothing; only the `null` operator finds an empty field.
        const usable = field.operators.filter(
          (operator) => operator === 'null' || !isEmptyValue(record[field.name]),
        );
        const excluding = usable.filter((operator) => EXCLUDING.includes(operator));
        const including = usable.filter((operator) => !EXCLUDING.includes(operator));
        for (const [operators, count] of [
          ...excluding.map((operator) => [[operator], 0] as const),
          [including, 1] as const,
        ]) {
          const filters = operators
            .map((operator) => filterOf(field, operator, record[field.name]))
            .join('&');
          const { status, body } = await get(`?${filters}&id=${record.id}`);
          expect({ filters, status, count: body.length }).toEqual({ filters, status: 200, count });
        }
      },
    );

    // The records of this test lack values that only hooks write.
    const isFilled = ({ readOnly, computed, required }: ResourceField) => !readOnly || !!computed || required;
    const searched = visible.filter((field) => resource.search.includes(field.name) && isFilled(field));
    it.each(selection.fields('search', searched).map(({ name }) => name))(
      'find a record by its %s, whatever the case',
      async (field) => {
        const record = await sharedRecord();
        const term = encodeURIComponent(String(record[field]).slice(0, MAX_TERM_LENGTH).toUpperCase());
        // Of many records with the same text only the first would be on a page.
        const { body } = await get(`?q=${term}&id=${record.id}`);
        expect(body.map((found: { id: string }) => found.id)).toEqual([record.id]);
      },
    );

    it('reject an unknown filter, naming it', async () => {
      const { status, body } = await get('?nothing=1');
      expect({ status, names: Object.keys(body.errors) }).toEqual({ status: 400, names: ['nothing'] });
    });
  });
}

/** Returns the query parameter that compares a field with the value of a record. */
function filterOf(field: ResourceField, operator: Operator, value: unknown): string {
  const [first] = [value].flat();
  const text =
    operator === 'null'
      ? String(isEmptyValue(value))
      : String(typeof first === 'object' && first !== null && 'id' in first ? first.id : first);
  const isPart = operator === 'like' || operator === 'startsWith';
  return `${parameterOf(field, operator)}=${encodeURIComponent(isPart ? text.slice(0, MAX_TERM_LENGTH) : text)}`;
}
