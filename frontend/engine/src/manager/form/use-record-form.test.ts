import { schemasOf } from '@bindery/contract/records/resources/schemas.ts';
import { fieldErrors } from '@bindery/contract/records/validation.ts';
import { fieldKind, type Resource, type ResourceField } from '@bindery/contract/schema/index.ts';
import { lendingLibrary } from '@bindery/contract/testing/lending-library.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { validateValue } from './use-record-form.ts';

const fields = Object.values<Resource>(lendingLibrary).flatMap((resource) =>
  Object.values<ResourceField>(resource.fields)
    .filter(({ readOnly }) => !readOnly)
    .map((field) => ({ resource, field, name: `${resource.name}.${field.name}` })),
);

test.each(fields)('a form finds the same errors of $name as the server', async ({ resource, field }) => {
  const { samples } = fieldKind(field.kind);
  const values = [null, '  ', samples.valid(field, 1), ...samples.invalid(field).map(([value]) => value)];
  const { update } = schemasOf(resource);
  for (const value of values) {
    if (value === undefined) continue;
    const { error } = update.safeParse({ [field.name]: value }, { reportInput: true });
    const [onServer] = error ? fieldErrors(error.issues)[field.name]! : [];
    // Its English message too, which names the field.
    expect(await validateValue(field, value)).toEqual(onServer);
  }
});

test('the part of zod that forms load is enough for the filters and outputs of every kind', async () => {
  const zod = await import('./zod.ts');
  expect(zod.string).toBe(z.string);
  for (const { field } of fields) {
    const { query, output } = fieldKind(field.kind);
    expect(() => [query?.(zod, field), output?.(zod, field)]).not.toThrow();
  }
});
