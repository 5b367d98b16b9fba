import { anyText } from '@bindery/contract/testing/any-text.ts';
import fc from 'fast-check';

/** Names of inherited object members, which a careless lookup mistakes for own ones. */
const INHERITED = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', 'then', 'toJSON'];

/** Texts that often break code. */
const TEXTS = [
  ...['', ' ', '\0', 'a\0b', '\ud800', 'x\udfff', '\u202e', '\u2028', '\ufeff', '🦉', 'Ünïcödé', 'مرحبا'],
  ...[
    '%',
    '%00',
    '%zz',
    '..',
    '/',
    '//evil.example',
    '\\',
    "' or 1=1 --",
    '";',
    '<script>',
    '#{7*7}',
    '{{1}}',
  ],
  ...[
    'null',
    'undefined',
    'true',
    'NaN',
    'Infinity',
    '-1',
    '-0',
    '0',
    '1e999',
    '0x10',
    '1_000',
    '9'.repeat(30),
  ],
  ...['2026-02-30', '0000-00-00', '+275760-09-13T00:00:00Z', '9999-12-31T23:59:59.999Z', 'P1Y', '[]', '{}'],
  ...['id', 'email', 'name', 'token', 'a@b', 'a@b.example', 'admin@example.com', 'http://', 'javascript:0'],
  ...[
    '0'.repeat(3000),
    'a'.repeat(3000),
    'é'.repeat(600),
    ' '.repeat(3000),
    'a@'.repeat(800),
    '-'.repeat(300),
  ],
];

/** Generates names of unknown members. */
export const hostileName = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...INHERITED) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', '\0', '\ud800', '_sort', 'id', 'role', '0', 'a.b', 'a[b]', '$where'),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 12 }) },
);

/** Generates one of the texts above, the name of an inherited member, or any text. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 2, arbitrary: fc.constantFrom(...INHERITED) },
  { weight: 1, arbitrary: anyText(20) },
);

/** Placeholder for deeply nested arrays, which JSON.stringify could not write. */
export const DEEP = '@deep@';
/** The JSON that takes the place of `DEEP`. */
export const NESTED = '['.repeat(5000) + ']'.repeat(5000);

const number = fc.constantFrom(0, -0, -1, 1, 0.1, 1e-7, 1e21, 1e308, -1e308, 2 ** 31, 2 ** 53, -(2 ** 63));

/** Generates JSON values of any unexpected type. */
export const hostileValue: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { weight: 4, arbitrary: hostileText },
    { weight: 3, arbitrary: number },
    { weight: 2, arbitrary: fc.constantFrom(null, true, false, DEEP) },
    { weight: 2, arbitrary: fc.array(tie('value'), { maxLength: 3 }) },
    { weight: 3, arbitrary: fc.array(fc.tuple(hostileName, tie('value')), { maxLength: 3 }).map(ownMembers) },
  ),
})).value;

/** Creates an object with own members, even if one is called `__proto__`. */
export function ownMembers(members: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  return Object.fromEntries(members);
}
