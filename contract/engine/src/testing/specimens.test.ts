import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineResources } from '#contract/schema/index.ts';
import { fieldKind, kindNames } from '#contract/schema/kinds.ts';
import { specimenFields } from './specimens.ts';

const { specimens } = defineResources({ specimens: { fields: specimenFields, rights: {} } });

test.each(kindNames())('the builder %s is registered under the name that it gives its fields', (name) => {
  expect(fieldKind(name).name).toBe(name);
});

// The tests know which records a reference, and which upload a file, can point to.
test.each(kindNames().filter((name) => !specimens.fields[name]?.to && !specimens.fields[name]?.upload))(
  'every valid sample of %s matches its schema',
  (name) => {
    const field = specimens.fields[name]!;
    const { schema, samples } = fieldKind(name);
    for (let number = 0; number < 50; number++) {
      const value = samples.valid(field, number);
      expect(schema(z, field).safeParse(value)).toEqual({ success: true, data: value });
    }
  },
);

test.each(kindNames())('no invalid sample of %s matches its schema', (name) => {
  const field = specimens.fields[name]!;
  const { schema, samples } = fieldKind(name);
  const invalid = samples.invalid(field);
  expect(invalid).not.toEqual([]);
  for (const [value] of invalid) expect(schema(z, field).safeParse(value).success).toBe(false);
});
