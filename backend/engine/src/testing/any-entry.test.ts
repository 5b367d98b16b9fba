import { schemasOf } from '@bindery/contract/records/resources/schemas.ts';
import { fieldApplies } from '@bindery/contract/records/rows/matches.ts';
import {
  boolean,
  date,
  datetime,
  decimal,
  defineResources,
  type Entries,
  email,
  type Fields,
  fieldKind,
  integer,
  longText,
  reference,
  references,
  select,
  text,
  url,
} from '@bindery/contract/schema/index.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { valuesAtBounds } from './entry-limits-tests.ts';
import { sampleOf } from './samples.ts';

const ID = '01900000-0000-7000-8000-000000000001';

const isRequired = { required: fc.boolean(), unique: fc.boolean() };
const between = (least: number, most: number) =>
  fc
    .tuple(fc.integer({ min: least, max: most }), fc.integer({ min: least, max: most }))
    .map(([one, other]) => ({
      min: Math.min(one, other),
      max: Math.max(one, other),
    }));
const within = <B extends object, O extends object>(bounds: fc.Arbitrary<B>, options: fc.Arbitrary<O>) =>
  fc
    .tuple(fc.option(bounds, { nil: undefined }), options)
    .map(([limits, others]) => ({ ...limits, ...others }));

/** A field of any kind with any of its options, as far as they do not contradict each other. */
const anyField = fc.oneof(
  within(between(1, 300), fc.record({ ...isRequired, search: fc.boolean() })).map((options) => text(options)),
  fc
    .constantFrom(/^[A-Z]{2}-\d+$/, /^(?=.*[1-9])[0-9]{3,5}$/, /^\S.{2,5}$/u)
    .map((pattern) => text({ pattern })),
  within(between(1, 3000), fc.record({ required: fc.boolean(), search: fc.boolean() })).map((options) =>
    longText(options),
  ),
  within(between(-9_000_000_000, 9_000_000_000), fc.record(isRequired)).map((options) => integer(options)),
  fc
    .record({ precision: fc.constantFrom(6, 12), scale: fc.integer({ min: 0, max: 6 }) })
    .map((options) => decimal(options)),
  within(between(-99, 99), fc.record({ required: fc.boolean() })).map((options) => decimal(options)),
  fc.record(isRequired).map((options) => date(options)),
  fc.constant(date({ min: '2027-01-31', max: '2027-02-01' })),
  fc.record(isRequired).map((options) => datetime(options)),
  fc.record({ required: fc.boolean() }).map((options) => boolean(options)),
  fc
    .uniqueArray(fc.string({ minLength: 1, maxLength: 100, unit: 'grapheme' }), {
      minLength: 1,
      maxLength: 5,
    })
    .filter((values) => values.every((value) => value.length <= 100))
    .map((values) => select(values as [string, ...string[]])),
  fc.record(isRequired).map((options) => email(options)),
  fc.record(isRequired).map((options) => url(options)),
  fc.record({ required: fc.boolean() }).map((options) => reference('others', options)),
  fc.record({ ordered: fc.boolean() }).map((options) => references('others', options)),
);

/** A resource of such fields, some of which apply only with one value of a select or a boolean. */
const anyEntry = fc
  .tuple(fc.array(anyField, { minLength: 1, maxLength: 8 }), fc.boolean(), fc.boolean())
  .map(([chosen, archive, depends]) => {
    const fields: Fields = Object.fromEntries(chosen.map((field, index) => [`field${index}`, field]));
    const conditional: Fields = {
      state: select(['open', 'done']),
      note: text({ required: true, when: { state: ['done'] } }),
    };
    const entries: Entries = {
      anything: { archive, fields: { ...fields, ...(depends && conditional) }, rights: {} },
      others: { fields: { name: text() }, rights: {} },
    };
    return defineResources(entries).anything!;
  });

describe('the samples of any valid entry', () => {
  it('are valid, even at the bounds of each field, and its invalid ones are not', () => {
    fc.assert(
      fc.property(anyEntry, fc.integer({ min: 1, max: 500 }), (resource, number) => {
        const ids = Object.fromEntries(Object.keys(resource.fields).map((name) => [name, ID]));
        const { create, update } = schemasOf(resource);
        const sample = sampleOf(resource, number, { ids });
        expect(create.safeParse(sample)).toMatchObject({ success: true });
        expect(update.safeParse(sample)).toMatchObject({ success: true });
        for (const field of Object.values(resource.fields)) {
          const { name } = field;
          if (field.isRequiredWhen && fieldApplies(resource, field, sample))
            expect(sample[name]).not.toBeNull();
          for (const value of valuesAtBounds(field))
            expect(create.safeParse({ ...sample, [name]: value })).toMatchObject({ success: true });
          for (const [value] of fieldKind(field.kind).samples.invalid(field))
            expect(create.safeParse({ ...sample, [name]: value })).toMatchObject({ success: false });
        }
        expect(create.safeParse({ ...sample, nothing: 1 })).toMatchObject({ success: false });
        expect(z.toJSONSchema(create, { io: 'input', unrepresentable: 'any' })).toHaveProperty('properties');
      }),
      { numRuns: 60 },
    );
  });
});
