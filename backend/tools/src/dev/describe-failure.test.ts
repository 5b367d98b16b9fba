import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseUnavailable, RowsForbidChange } from '@bindery/backend/database/connection-errors.ts';
import { SettingsError } from '@bindery/backend/kernel/settings/problems.ts';
import {
  type Mistake,
  ProductError,
  ResourceConfigError,
  TextsError,
} from '@bindery/contract/schema/error.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeFailure, formatFailure, formatPortTaken } from './describe-failure.ts';

const CONFIG = `import { defineResources, reference, text } from '@bindery/contract';

const note = { fields: { body: text({ pattern: 'a' }) } };
const common = { title: text() };

export default defineResources({
  tools: {
    fields: {
      ...common,
      owner: reference('peoples', { requird: true }),
    },
    list: ['title', 'nam'],
    where: { user: ({ user }) => ({ ownr: user.id }) },
    rights: { admin: ['read'] },
  },
  note,
});
`;

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'failed-start-'));
  writeFileSync(join(root, 'resources.config.ts'), CONFIG);
});
afterEach(() => rmSync(root, { recursive: true }));

const describe = (mistake: Partial<Mistake>) => {
  const error = new ResourceConfigError([
    { resource: 'tools', key: '', value: undefined, problem: 'is odd', ...mistake },
  ]);
  return describeFailure(error, root).problems[0]!;
};

test.each<[Partial<Mistake>, place: string | undefined, text: string]>([
  [
    { key: 'fields.owner.requird', value: 'requird' },
    '10:37',
    'tools.fields.owner.requird: "requird" is odd',
  ],
  [{ key: 'fields.owner.to', value: 'peoples' }, '10:24', 'tools.fields.owner: "peoples" is odd'],
  [{ key: 'fields.title.max', value: 3 }, '4:18', 'tools.fields.title: 3 is odd'],
  [{ key: 'list', value: 'nam' }, '12:21', 'tools.list: "nam" is odd'],
  [{ key: 'where.user', value: 'ownr' }, '13:37', 'tools.where.user: "ownr" is odd'],
  [{ key: 'rights' }, '14:5', 'tools.rights is odd'],
  [{ key: 'archive' }, '7:3', 'tools.archive is odd'],
  [
    { resource: 'note', key: 'fields.body.pattern', value: 'a' },
    '3:48',
    'note.fields.body.pattern: "a" is odd',
  ],
  [{ resource: 'elsewhere', key: 'list', value: 'a' }, undefined, 'elsewhere.list: "a" is odd'],
])('a mistake is found in the source: %j', (mistake, place, text) => {
  expect(describe(mistake)).toMatchObject({ text });
  expect(describe(mistake).place).toBe(place && `resources.config.ts:${place}`);
});

test('the terminal shows the file, the place, three lines of the source and where it is explained', () => {
  const error = new ResourceConfigError([
    { resource: 'tools', key: 'fields.owner.to', value: 'peoples', problem: 'is unknown' },
  ]);
  expect(formatFailure(describeFailure(error, root))).toBe(`  resources.config.ts has a mistake

  resources.config.ts:10:24
  tools.fields.owner: "peoples" is unknown

     9 |       ...common,
    10 |       owner: reference('peoples', { requird: true }),
       |                        ^
    11 |     },

  Explained in docs/entry-reference.md#reference`);
});

test('an unknown property of product.ts is shown with its source, and so is invalid JSON', () => {
  writeFileSync(join(root, 'product.ts'), "export default defineProduct({\n  slugg: 'acme',\n});\n");
  expect(describeFailure(new ProductError('slugg is unknown; did you mean "slug"?'), root)).toMatchObject({
    file: 'product.ts',
    problems: [{ place: 'product.ts:2:3', excerpt: [{ number: 1 }, { marked: 'slugg' }, { number: 3 }] }],
  });
  const unfit = new ProductError('slug is "acme", not lower-case letters, digits and hyphens');
  writeFileSync(join(root, 'product.ts'), "export default defineProduct({\n  slug: 'acme',\n});\n");
  expect(describeFailure(unfit, root).problems).toMatchObject([
    { place: 'product.ts:2:9', excerpt: [{ number: 1 }, { marked: "'acme'" }, { number: 3 }] },
  ]);
  writeFileSync(join(root, 'en.json'), '{,\n}\n');
  const error = new TextsError('en.json:1:2: Expected property name');
  expect(describeFailure(error, root)).toMatchObject({
    file: 'en.json',
    problems: [{ place: 'en.json:1:2', text: 'Expected property name', excerpt: [{ marked: ',' }, {}] }],
  });
});

test('a name that is imported twice is shown with its source', () => {
  const source = `import { defineResources, text } from '@bindery/contract';
import { date, text } from '@bindery/contract';

export default defineResources({ tools: { fields: { text: text() } } });
`;
  writeFileSync(join(root, 'resources.config.ts'), source);
  const error = new SyntaxError("Identifier 'text' has already been declared");
  expect(describeFailure(error, root)).toMatchObject({
    file: 'resources.config.ts',
    problems: [{ place: 'resources.config.ts:2:16', text: error.message }],
  });
});

test('a field whose rows do not allow a change is shown with its source', () => {
  const text = 'tools.owner is required and has no default: 3 rows are there. Give it a default';
  const forbidden = describeFailure(new RowsForbidChange([text, 'elsewhere.name lacks a value']), root);
  expect(forbidden).toMatchObject({
    title: 'The rows do not allow this change',
    problems: [{ place: 'resources.config.ts:10:7', text }, { text: 'elsewhere.name lacks a value' }],
  });
  expect(forbidden.problems[0]?.excerpt?.[1]?.marked).toBe('owner');
  expect(forbidden.problems[1]).not.toHaveProperty('place');
});

test('rows that a new unique rule does not allow are shown with the field or the rule, and a remedy', () => {
  const source = `import { defineResources, reference, text } from '@bindery/contract';

export default defineResources({
  oldTools: {
    fields: { serialNo: text({ unique: true }), owner: reference('users') },
    unique: [['serialNo', 'owner']],
  },
});
`;
  writeFileSync(join(root, 'resources.config.ts'), source);
  const clash = (columns: string) =>
    describeFailure(
      new DatabaseUnavailable(
        `The migration was not saved: The rows do not allow a migration: 2 rows of old_tools share their ${columns} with another: 'A' = 'a'`,
      ),
      root,
    );
  expect(clash('serial_no')).toMatchObject({
    title: 'The rows do not allow this change',
    problems: [
      {
        place: 'resources.config.ts:5:15',
        text: "oldTools: 2 rows share their serialNo with another: 'A' = 'a'.\nGive these rows other values first, or remove the unique rule.",
        excerpt: [{}, { marked: 'serialNo' }, {}],
      },
    ],
  });
  expect(clash('serial_no, owner_id').problems[0]).toMatchObject({
    place: 'resources.config.ts:6:5',
    text: expect.stringContaining('share their serialNo, owner with another'),
  });
  expect(clash('owner_id').problems[0]?.place).toBe('resources.config.ts:5:49');
});

test('a wrong value of product.ts is shown with its source', () => {
  const source =
    "export default defineProduct({\n  name: 'Acme',\n  colors: { light: { accent: 'teal' } },\n});\n";
  writeFileSync(join(root, 'product.ts'), source);
  const error = new ProductError('colors.light.accent is "teal", not a colour like "#7b2d5f"');
  expect(describeFailure(error, root).problems).toMatchObject([
    { place: 'product.ts:3:30', excerpt: [{ number: 2 }, { number: 3, marked: "'teal'" }, { number: 4 }] },
  ]);
  // The nearest key that the file has.
  const computed = describeFailure(new ProductError('colors.dark.paper is "x", not a colour'), root);
  expect(computed.problems).toMatchObject([{ place: 'product.ts:3:3' }]);
});

test('an error in code is shown with its source too; others only with their message', () => {
  const error = new ReferenceError('txt is not defined');
  error.stack = `ReferenceError: txt is not defined\n    at file://${join(root, 'resources.config.ts')}:3:32\n`;
  expect(describeFailure(error, root)).toMatchObject({
    file: 'resources.config.ts',
    problems: [
      {
        place: 'resources.config.ts:3:32',
        text: 'txt is not defined; did you mean "text"?',
        excerpt: [
          { number: 3, before: 'const note = { fields: { body: ', marked: 'text' },
          { number: 4, marked: '' },
        ],
      },
    ],
  });
  const refused = Object.assign(new Error('refused'), { syscall: 'listen', code: 'EACCES', port: 80 });
  expect(formatFailure(describeFailure(refused, root))).toBe(
    '  Port 80 requires more privileges: set PORT to one above 1023.',
  );
});

test('invalid settings are listed, with the file that explains them', () => {
  const error = new SettingsError(['PORT="abc" must be a whole number', 'LOG_LEVEL="x" must be a level']);
  const { PORT } = process.env;
  process.env.PORT = 'abc';
  try {
    writeFileSync(join(root, '.env'), 'LOG_LEVEL=y\n\nPORT = abc\nLOG_LEVEL=z\n');
    expect(formatFailure(describeFailure(error, root))).toBe(`  Invalid settings

  .env:3
  PORT="abc" must be a whole number

  LOG_LEVEL="x" must be a level, and comes from the environment

  Explained in .env.example`);
    expect(describeFailure(error, root).isHopeless).toBe(false);
    process.env.PORT = 'abcd';
    expect(describeFailure(error, root).isHopeless).toBe(true);
  } finally {
    delete process.env.PORT;
    if (PORT !== undefined) process.env.PORT = PORT;
  }
});

test('a port in use is named with the command that uses another one', () => {
  expect(formatPortTaken(3000)).toBe(`  Port 3000 is in use

  Stop what listens there, or choose another port:

    PORT=3001 npm run dev`);
  expect(formatPortTaken(3000, 'Acme')).toBe(`  Acme runs already

  Open http://localhost:3000, or stop it there first.`);
});
