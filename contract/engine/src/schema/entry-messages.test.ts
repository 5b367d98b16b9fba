import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const HEAD = `import { boolean, date, decimal, defineResources, defineRoles, file, image, integer, reference, references, select, text } from '${resolve('contract/engine/src/schema/index.ts')}';
const genres = { fields: { name: text(), age: integer() }, rights: {} } as const;
const fields = { title: text(), state: select(['open', 'done']), pages: integer(), genre: reference('genres'), live: boolean() } as const;
const rights = { admin: ['read'] } as const;
`;

const field = (code: string) =>
  `defineResources({ genres, books: { fields: { ...fields, note: ${code} }, rights } });`;
const entry = (code: string) => `defineResources({ genres, books: { fields, rights, ${code} } });`;
const where = (code: string) => entry(`where: ${code}`);

const FIELDS = '"genre" | "live" | "pages" | "state" | "title"';
const WITH_NOTE = '"genre" | "live" | "note" | "pages" | "state" | "title"';
const ROLES = '"admin" | "public" | "user"';

/** Invalid entries: the code, the key with the only error, and what the message contains. */
const CASES: readonly (readonly [code: string, at: string, ...says: string[]])[] = [
  [
    field("text({ colour: 'red' })"),
    'colour',
    'UnknownOption<"computed" | "default" | "description" | "filter"',
  ],
  [field('text({ required: true, requird: true })'), 'requird', 'UnknownOption<', '"required"'],
  [
    field('integer({ search: true })'),
    'search',
    'UnknownOption<"computed" | "default" | "description" | "filter" | "gt" | "gte" | "help"',
  ],
  [field("text({ max: '3' })"), 'max', "'number'"],
  [field("text({ unique: 'exactly' })"), 'unique', '"exact"'],
  [field("select(['a', 'b'], { default: 'c' })"), 'default', '"a" | "b"'],
  [field("select(['a', 'b'], { usual: 'c' })"), 'usual', '"a" | "b"'],
  [field("select(['a'], { formerValues: { old: 'c' } })"), 'old', '"a"'],
  [field("select(['a'], { requird: true })"), 'requird', 'UnknownOption<', '"formerValues"'],
  [field("reference('genre')"), 'note', 'UnknownResource<"books" | "genres">'],
  [field("references('genrs')"), 'note', 'UnknownResource<"books" | "genres">'],
  [field("reference('genres', { onDelete: 'setnull' })"), 'onDelete', '"cascade" | "restrict" | "setNull"'],
  [field("text({ readBy: ['admn'] })"), 'note', `UnknownRole<${ROLES}>`],
  [field("text({ writeBy: ['admin', 'usr'] })"), 'note', `UnknownRole<${ROLES}>`],
  [field("text({ when: { state: ['opn'] } })"), 'note', 'UnknownValue<"done" | "open">'],
  [field("text({ when: { live: ['yes'] } })"), 'note', 'UnknownValue<boolean>'],
  [field("text({ when: { stat: ['open'] } })"), 'note', 'UnknownCondition<"live" | "state">'],
  [field("text({ when: { title: ['open'] } })"), 'note', 'UnknownCondition<"live" | "state">'],
  [field("text({ when: { state: 'open' } })"), 'state', 'readonly (string | boolean)[]'],
  [field("integer({ gt: 'page' })"), 'note', `ComparedWithUnknownField<${WITH_NOTE}>`],
  [field("date({ lte: ['pages'] })"), 'lte', "'string'"],
  [field("text({ gt: 'title' })"), 'gt', 'UnknownOption<'],
  [field("'text'"), 'note', 'Field<'],
  [entry('colour: 1'), 'colour', 'UnknownKey<"archive" | "dashboard"', '"where"'],
  [field("decimal({ computed: '{pages} * {pags}' })"), 'note', `ComputedFromUnknownField<${WITH_NOTE}>`],
  [
    field("integer({ computed: { count: 'boks', through: 'genre' } })"),
    'note',
    'ComputedFromUnknownResource<"books" | "genres">',
  ],
  [
    "defineResources({ genres: { fields: { name: text(), n: integer({ computed: { count: 'books', through: 'genr' } }) }, rights: {} }, books: { fields, rights } });",
    'n:',
    'ComputedThroughUnknownField<"genre">',
  ],
  [
    "defineResources({ genres: { fields: { name: text(), n: integer({ computed: { sum: 'page', of: 'books', through: 'genre' } }) }, rights: {} }, books: { fields, rights } });",
    'n:',
    `ComputedFromUnknownField<${FIELDS}>`,
  ],
  [
    field("text({ computed: { from: ['titel'], value: () => '' } })"),
    'note',
    `ComputedFromUnknownField<${WITH_NOTE}>`,
  ],
  [entry("label: 'titel'"), 'label', FIELDS, `Did you mean '"title"'`],
  [entry("label: '{title} {stat}'"), 'label', FIELDS, '"{state}"'],
  [entry("sort: '-titel'"), 'sort', '"-title"', '"createdAt"'],
  [entry("list: ['title', 'stat']"), "'stat'", FIELDS],
  [entry("layout: [{ name: 'a', fields: ['title', 'stat'] }]"), "'stat'", FIELDS],
  [entry("layout: [{ name: 'a', fields: [], columns: 3 }]"), 'columns', '1 | 2'],
  [entry("unique: [{ fields: ['title', 'stat'] }]"), "'stat'", FIELDS],
  [entry("unique: [{ fields: ['title'], reportOn: 'stat' }]"), 'reportOn', FIELDS],
  [entry("unique: [{ fields: ['title'], nulls: 'equal' }]"), 'nulls', '"distinct" | "same"'],
  [entry("managedBy: 'me'"), 'managedBy', '"auth"'],
  [
    "defineResources({ genres, books: { fields, rights: { admn: ['read'] } } });",
    'admn',
    'admin?',
    'public?',
    'user?',
  ],
  [
    "defineResources({ genres, books: { fields, rights: { admin: ['reed'] } } });",
    "'reed'",
    '"create" | "delete" | "read"',
  ],
  ['defineResources({ genres, books: { fields } });', 'books', "'rights' is missing"],
  ['defineResources({ genres, books: { rights } });', 'books', "'fields' is missing"],
  [
    where("{ user: ({ user }) => ({ state: 'open', titel: user.email }) }"),
    'titel',
    `UnknownField<${FIELDS}>`,
  ],
  [where('{ user: { update: () => ({ page: 1 }) } }'), 'page', `UnknownField<${FIELDS}>`],
  [where("{ user: () => ({ genre: { nam: 'x' } }) }"), 'nam', 'UnknownField<"age" | "name">'],
  [
    where("{ user: () => ({ or: [{ pages: 1 }, { not: { titl: 'x' } }] }) }"),
    'titl',
    `UnknownField<${FIELDS}>`,
  ],
  [where("{ user: () => ({ pages: 'many' }) }"), 'pages', "'number | readonly (number | null | undefined)[]"],
  [where('{ user: () => ({ pages: { above: 3 } }) }'), 'above', 'gte?: number'],
  [where("{ user: () => ({ title: { gt: 'a' } }) }"), 'gt', 'ne?: string | null'],
  [where('{ usr: () => ({ pages: 1 }) }'), 'usr', `'is not one of the roles': ${ROLES}`],
  [
    where('{ user: { updat: () => ({ pages: 1 }) } }'),
    'updat',
    `'is not one of the actions': "create" | "delete"`,
  ],
  [where('{ public: ({ user }) => ({ title: user.email }) }'), 'user', '"now"'],
  [where('{ user: ({ user }) => ({ title: user.mail }) }'), 'mail', "Did you mean 'email'"],
  [field("select('open', 'done')"), "'open'", 'readonly [string, ...string[]]'],
  [field("select(['a'], { titles: { b: 'B' } })"), 'b:', "'{ readonly a?: string; }'"],
  [field('text({ default: 3 })'), 'default', "'string | DynamicDefault"],
  [field("boolean({ default: 'yes' })"), 'default', "'boolean | undefined'"],
  [field('date({ default: new Date() })'), 'default', 'DynamicDefault<"today">'],
  [field("text({ required: 'yes' })"), 'required', "'boolean | undefined'"],
  [field("text({ pattern: '^a' })"), 'pattern', "'RegExp'"],
  [field("file({ accept: 'application/pdf' })"), 'accept', "'readonly string[]'"],
  [field('image({ maxMb: 5 })'), 'maxMb', 'UnknownOption<', '"maxMB"'],
  [field("references('genres', { default: ['x'] })"), 'default', 'UnknownOption<', '"ordered"'],
  [field("text({ readBy: 'admin' })"), 'readBy', "'readonly string[]'"],
  [field("integer({ computed: { count: 'books' } })"), 'computed', "'through' is missing"],
  [
    field("integer({ computed: { sum: 'pages', of: 'boks', through: 'genre' } })"),
    'note',
    'ComputedFromUnknownResource<"books" | "genres">',
  ],
  [entry("label: '{genre.name}'"), 'label', FIELDS, '"{genre}"'],
  [entry("sort: 'title desc'"), 'sort', '"-title"'],
  [entry("list: 'title'"), 'list', "'readonly string[]'"],
  [entry("unique: [{ fields: ['title'], when: { state: ['opn'] } }]"), "'opn'", '"done" | "open"'],
  [
    entry("unique: [{ fields: ['title'], when: { stat: ['open'] } }]"),
    'stat',
    'UnknownCondition<"live" | "state">',
  ],
  [entry("layout: [{ title: 'a', fields: ['title'] }]"), '{ title', "'name' is missing"],
  [entry('archived: true'), 'archived', 'UnknownKey<"archive"'],
  [entry("archive: 'yes'"), 'archive', "'boolean'"],
  [
    "defineResources({ genres, books: { fields, rights: { admin: 'read' } } });",
    'admin',
    '"create" | "delete" | "read"',
  ],
  [where('{ user: () => true }'), 'true', `NoRowFilter<${FIELDS}>`],
  [where('{ user: ({ user }) => user.id }'), 'user.id', `NoRowFilter<${FIELDS}>`],
  [where("{ user: { state: 'open' } }"), 'state', `'is not one of the actions': "create" | "delete"`],
  [where("{ user: () => ({ live: 'true' }) }"), 'live', "'boolean | readonly"],
  [
    'defineResources({ genres, books: { fields, rights } }, { role: {} });',
    'role',
    "Did you mean to write 'roles'?",
  ],
  // A value of another type than the option or key: one error, without another one at its consequences.
  [entry('label: ({ title }) => title'), 'label', "'string'"],
  [entry('label: (book) => book.title'), 'label', "'string'"],
  [field('reference(genres)'), 'genres', "'is the name of a resource in quotes'"],
  [field("references(['genres'])"), "['genres']", "'NameInQuotes'"],
  [field('reference()'), 'reference', 'Expected 1-2 arguments'],
  [where('({ user }) => ({ title: user.email })'), 'where', `NotByRole<${ROLES}>`],
  [where("() => ({ state: 'open' })"), 'where', `NotByRole<${ROLES}>`],
  [where('{ user: true }'), 'user', 'NoRule<"create" | "delete" | "read" | "restore" | "update">'],
  [where("{ user: 'own' }"), 'user', 'NoRule<"create"'],
  [where('{ user: { read: true } }'), 'read', "'RowRule<"],
  [field('text({ readBy: admin })'), 'admin', "Cannot find name 'admin'"],
  [field('text({ readBy: { admin: true } })'), 'admin', "'readonly string[]'"],
  [field('null'), 'note', 'Field<'],
  [field("integer({ min: '1' })"), 'min', "'number'"],
  [field("select('open|done')"), "'open|done'", 'readonly [string, ...string[]]'],
  [field('text({ computed: true })'), 'computed', "'Computed | undefined'"],
  ['defineResources({ genres, books: { fields: null, rights } });', 'fields', "'Fields'"],
  ['defineResources({ genres, books: null });', 'books', "'Entry<"],
  ["defineResources({ genres, books: { fields, rights: ['read'] } });", "'read'", '"create" | "delete"'],
  [entry("sort: ['title']"), 'sort', "'string'"],
  [entry("unique: ['title']"), "'title'", 'UniqueEntry<'],
  [entry("layout: ['title']"), "'title'", 'LayoutSection<'],
  [entry("icon: 'Bok'"), 'icon', `Did you mean '"Book"'?`],
  ['defineRoles({ admin: { manger: true }, user: { newUsers: true } });', 'manger', "'manager'"],
];

/** Fifty resources with most options of an entry, the routes of all, and some calls. */
const FIFTY = `import { boolean, date, decimal, defineResources, integer, longText, reference, select, text } from '${resolve('contract/engine/src/schema/index.ts')}';
import { createClientOf } from '${resolve('contract/engine/src/api/route-table.ts')}';
import { createRoutes } from '${resolve('contract/engine/src/api/create-routes.ts')}';
const resources = defineResources({
${Array.from(
  { length: 50 },
  (_, number) => `  things${number}: {
    fields: {
      name: text({ required: true, max: 100, unique: true, search: true }), note: longText({ search: true }),
      size: integer({ min: 0 }), price: decimal({ scale: 2 }), day: date(), live: boolean({ required: true, default: true }),
      state: select(['open', 'done', 'lost'], { required: true, default: 'open' }),
      next: reference('things${(number + 1) % 50}'), extra: text({ when: { state: ['open'] }, readBy: ['admin'] }),
    },
    label: '{name} – {state}', sort: '-name', list: ['name', 'state'], unique: [{ fields: ['name', 'day'], reportOn: 'name' }],
    layout: [{ name: 'all', fields: ['name', 'note', 'size', 'price', 'day', 'live', 'state', 'next', 'extra'], columns: 2 }],
    rights: { admin: ['read', 'create'], user: ['read'] },
    where: { user: ({ user }) => ({ state: 'open', next: { name: user.email } }) },
  },`,
).join('\n')}
});
const client = createClientOf(createRoutes(resources, {}), { baseUrl: '' });
export const calls = [client.things1.list({ query: { size_gte: 1 } }), client.things49.create({ body: { name: 'a' } })];
`;
/** About a tenth more than today. Most come from the library types and the contract itself. */
const MAX_INSTANTIATIONS = 700_000;

/**
 * The compiler collects garbage when its memory has grown fivefold: almost all of it is in use until it
 * exits.
 */
const GOGC = process.env.GOGC ?? '400';

let folder: string;
let output: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bindery-messages-'));
  writeFileSync(join(folder, 'cases.ts'), HEAD + CASES.map(([code]) => `${code}\n`).join(''));
  writeFileSync(join(folder, 'fifty.ts'), FIFTY);
  const compilerOptions = { types: [], noUnusedLocals: false };
  const config = { extends: resolve('tsconfig.json'), compilerOptions, include: ['*.ts'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const options = [
    '--noEmit',
    '--pretty',
    'false',
    '--checkers',
    '1',
    '--extendedDiagnostics',
    '--noErrorTruncation',
  ];
  const { promise, resolve: settle } = Promise.withResolvers<string>();
  // The compiler fails, of course; its output counts.
  execFile(
    process.execPath,
    [resolve('node_modules/typescript/bin/tsc'), '-p', folder, ...options],
    { cwd: folder, maxBuffer: 2 ** 26, env: { ...process.env, GOGC } },
    (_error, stdout) => settle(stdout),
  );
  output = await promise;
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the errors on a line of the cases, each with its code. */
const errorsOf = (line: number, code: string) =>
  [...output.matchAll(/^cases\.ts\((\d+),(\d+)\): error TS\d+: (.*(?:\n +.*)*)/gm)]
    .filter(([, at]) => Number(at) === line)
    .map(([, , column, message = '']) => ({ at: code.slice(Number(column) - 1), message }));

describe('an invalid entry', () => {
  it.each(CASES.map(([code, at, ...says], index) => ({ code, at, says, index })))(
    'is one error at its own key, which names what is allowed: $code',
    ({ code, at, says, index }) => {
      const [error, ...others] = errorsOf(index + HEAD.split('\n').length, code);
      expect(others).toEqual([]);
      expect(error?.at.slice(0, at.length)).toBe(at);
      for (const said of says) expect(error?.message).toContain(said);
      expect(error?.message).not.toMatch(/type 'never'|reduced to 'never'/);
    },
  );
});

describe('fifty entries', () => {
  it('compile, with their routes and calls of the client, with few instantiations of types', () => {
    expect(output).not.toMatch(/^fifty\.ts.*error/m);
    const count = Number(/^Instantiations: +(\d+)/m.exec(output)?.[1]);
    expect(count).toBeGreaterThan(100_000);
    expect(count).toBeLessThan(MAX_INSTANTIATIONS);
  });
});
