import { compares, comparisonsOf } from '@bindery/contract/records/rows/comparisons.ts';
import { valueBeside } from '@bindery/contract/records/rows/fit-comparisons.ts';
import { allows, type ResourceField } from '@bindery/contract/schema/index.ts';
import { describe, expect, it } from 'vitest';
import type { EntryFixture } from './entry-fixture.ts';
import type { WritingRole } from './entry-limits-tests.ts';
import { fitSample } from './samples.ts';

/** Declares tests of bounds between two fields that the role writes, on both sides of each bound. */
export function testComparisons(fixture: () => EntryFixture, { resource, role, earlier }: WritingRole): void {
  const path = `/api/${resource.name}`;
  const isWritten = ({ readOnly, writeBy }: ResourceField) => !readOnly && writeBy.includes(role);
  const tried = Object.values(resource.fields).flatMap((field) =>
    comparisonsOf(resource, field).map((comparison) => ({ ...comparison, field, name: field.name })),
  );
  const written = tried.filter(
    ({ field, other }) => isWritten(field) && isWritten(other) && !earlier.has(field.name),
  );
  if (written.length === 0) return;

  describe(`a record that ${role} writes`, () => {
    it.each(written)('has only values in $name that are $by $other.name', async ({ field, by, other }) => {
      const sample = await fixture().sample(resource, role, [field, other]);
      const beside = sample[other.name];
      const values = [-1, 0, 1].map((step) => valueBeside(field, beside, step));
      for (const value of values) {
        const given = { [other.name]: beside, [field.name]: value };
        const json = fitSample(resource, { ...sample, ...given }, { number: 1, fixed: Object.keys(given) });
        const { status, body } = await fixture().call(role, { method: 'POST', path, json });
        const isRight = compares(field, { by, other }, given);
        const rejected = Object.keys(body.errors ?? {}).includes(field.name);
        expect({ value, rejected, status: isRight ? 201 : 400 }).toEqual({
          value,
          rejected: !isRight,
          status,
        });
      }
    });

    if (allows(resource, { role, action: 'update' }))
      it.each(written)(
        'requires $name $by $other.name when only the latter changes',
        async ({ field, by, other }) => {
          const json = await fixture().sample(resource, role, [field, other]);
          const { body: made } = await fixture().call(role, { method: 'POST', path, json });
          const invalid = [1, 0, -1]
            .map((step) => valueBeside(other, made[field.name], step))
            .find((value) => !compares(field, { by, other }, { ...made, [other.name]: value }));
          const one = { path: `${path}/${made.id}` };
          const change = { ...one, method: 'PATCH', json: { [other.name]: invalid } };
          const { status, body } = await fixture().call(role, change);
          expect({ status, errors: Object.keys(body.errors) }).toMatchObject({ status: 400 });
          expect((await fixture().call(role, one)).body).toEqual(made);
        },
      );
  });
}
