import { expect, test } from 'vitest';
import { z } from 'zod';
import { textsOf } from '#contract/api/texts/locale-files.ts';
import { lendingLibrary } from '#contract/testing/lending-library.ts';
import { languages } from './init.ts';
import { exportQueryOf } from './resources/export-query.ts';
import { type FieldErrorKey, fieldError, fieldErrors } from './validation.ts';

test('an error uses the readable name of a field, and the exact name of a parameter', () => {
  expect(fieldError('publishedAt', 'errors.required').message).toBe('Published at is required');
  expect(fieldError('_after', 'errors.invalidCursor').message).toMatch(/^_after /);
});

test('an export of an unknown field names it', () => {
  const parsed = exportQueryOf(lendingLibrary.books).safeParse({ _fields: `title,${'é'.repeat(300)}` });
  const [error] = fieldErrors(parsed.error?.issues ?? [])._fields ?? [];
  expect(error?.message).toBe(`${'é'.repeat(100)} is not known here`);
});

test.each(['', '  '])('a blank text is missing, also if the issue has it as it was sent: "%s"', (input) => {
  const issue = { code: 'too_small', origin: 'string', minimum: 1, message: '' } as const;
  expect(fieldErrors([{ ...issue, path: ['title'], input }]).title).toEqual([
    { key: 'errors.required', message: 'Title is required', values: {} },
  ]);
});

const day = new Date('2027-01-31T00:00:00Z');

/** A rejected value for each code of zod's issues, with schemas as extensions define them. */
const REJECTED: readonly [schema: z.ZodType, value: unknown, code: string, key: FieldErrorKey][] = [
  [z.string(), undefined, 'invalid_type', 'errors.required'],
  [z.string(), 7, 'invalid_type', 'errors.invalid'],
  [z.number(), Number.NaN, 'invalid_type', 'errors.invalid'],
  [z.int(), 1.5, 'invalid_type', 'errors.wholeNumber'],
  [z.date(), new Date('x'), 'invalid_type', 'errors.invalid'],
  [z.enum(['a', 'b']), 'c', 'invalid_value', 'errors.invalidOption'],
  [z.literal(5), 6, 'invalid_value', 'errors.invalidOption'],
  [z.string().min(3, 'Own words'), 'a', 'too_small', 'errors.tooShort'],
  [z.string().min(3), '', 'too_small', 'errors.required'],
  [z.number().min(3), 1, 'too_small', 'errors.tooSmall'],
  [z.bigint().min(3n), 1n, 'too_small', 'errors.tooSmall'],
  [z.array(z.string()).min(1), [], 'too_small', 'errors.tooFewValues'],
  [z.set(z.string()).min(1), new Set(), 'too_small', 'errors.tooFewValues'],
  [z.date().min(day), new Date(0), 'too_small', 'errors.tooEarly'],
  [z.string().max(3), 'aaaa', 'too_big', 'errors.tooLong'],
  [z.number().max(3), 4, 'too_big', 'errors.tooBig'],
  [z.array(z.string()).max(1), ['a', 'b'], 'too_big', 'errors.tooManyValues'],
  [z.date().max(day), new Date('2028-01-01'), 'too_big', 'errors.tooLate'],
  [z.email(), 'x', 'invalid_format', 'errors.invalidEmail'],
  [z.url(), 'x', 'invalid_format', 'errors.invalidUrl'],
  [z.uuid(), 'x', 'invalid_format', 'errors.invalid'],
  [z.string().regex(/^a$/, 'Own words'), 'x', 'invalid_format', 'errors.invalid'],
  [z.iso.datetime(), 'x', 'invalid_format', 'errors.invalid'],
  [z.number().multipleOf(5), 3, 'not_multiple_of', 'errors.invalid'],
  [z.strictObject({}), { extra: 1 }, 'unrecognized_keys', 'errors.unknown'],
  [z.union([z.string(), z.number()]), true, 'invalid_union', 'errors.invalid'],
  [z.union([z.string(), z.number()]), undefined, 'invalid_union', 'errors.required'],
  [z.discriminatedUnion('a', [z.object({ a: z.literal(1) })]), { a: 2 }, 'invalid_union', 'errors.invalid'],
  [z.record(z.string().max(1), z.number()), { long: 1 }, 'invalid_key', 'errors.invalid'],
  [z.map(z.string(), z.number()), new Map([[{}, 1]]), 'invalid_key', 'errors.invalid'],
  [z.map(z.object({}), z.number()), new Map([[{}, 'x']]), 'invalid_element', 'errors.invalid'],
  [z.string().refine(() => false, 'Own words'), 'x', 'custom', 'errors.invalid'],
  [z.custom(() => false, { error: 'Own words' }), 'x', 'custom', 'errors.invalid'],
];

test.each(REJECTED)(
  "a zod issue becomes one of the product's messages in each language: %#",
  (schema, value, code, key) => {
    const { error } = z.object({ given: schema }).safeParse({ given: value }, { reportInput: true });
    expect(error?.issues.map((issue) => issue.code)).toEqual([code]);
    const [reported] = Object.values(fieldErrors(error!.issues)).flat();
    expect(reported).toEqual({ key, message: reported?.message, values: expect.any(Object) });
    expect(reported?.message).not.toContain(error!.issues[0]!.message);
    expect(reported?.message).not.toMatch(/Own words|Infinity|NaN|undefined|\{/);
    for (const language of languages) expect(textsOf(language).get(key)).toBeTruthy();
  },
);

test('every issue code of this zod version is covered', () => {
  const codes = {
    invalid_type: true,
    too_big: true,
    too_small: true,
    invalid_format: true,
    not_multiple_of: true,
    unrecognized_keys: true,
    invalid_union: true,
    invalid_key: true,
    invalid_element: true,
    invalid_value: true,
    custom: true,
  } satisfies Record<z.core.$ZodIssue['code'], true>;
  expect(new Set(REJECTED.map(([, , code]) => code))).toEqual(new Set(Object.keys(codes)));
});
