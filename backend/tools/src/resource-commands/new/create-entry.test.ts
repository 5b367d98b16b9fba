import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CommandError } from '../command.ts';
import { loadConfig } from '../load-config.ts';
import { createEntry, type Stated } from './create-entry.ts';
import { format } from './entry-source.ts';
import { writeConfig } from './write-config.ts';

const CONFIG = `// Ωmega, كتب, 😀: what stands before counts in letters, not in bytes.
import {
  defineResources,
  text as line, select,
} from '@bindery/contract/schema/index.ts';

export default defineResources({
  genres: { fields: { name: line({   required: true }) }, rights: { admin: ['read'] } }, // small
  // The users.
  users: {
    managedBy: 'auth',
    fields: { email: line({ required: true }), role: select(['user', 'admin'], { required: true, default: 'user' }) },
    rights: { admin: ['read'] },
  },
});
`;

let folder: string;
let file: string;
let resources: Awaited<ReturnType<typeof loadConfig>>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'new-entry-'));
  file = join(folder, 'resources.config.ts');
  resources = await loadConfig(CONFIG);
});
afterAll(() => rmSync(folder, { recursive: true }));

const nothing: Stated = {
  name: undefined,
  fields: [],
  rights: undefined,
  group: undefined,
  isConfirmed: false,
};

/** Creates an entry in a fresh copy of the config, with these answers where there is a terminal. */
async function create(stated: Partial<Stated>, answers?: readonly string[], config = CONFIG) {
  writeFileSync(file, config);
  const printed: string[] = [];
  const left = [...(answers ?? [])];
  const terminal = answers && {
    ask: async (question: string) => {
      printed.push(question);
      const answer = left.shift();
      if (answer === undefined) throw new CommandError('Nothing was written.');
      return answer;
    },
    print: (text: string) => void printed.push(text),
  };
  const name = await createEntry(
    { ...nothing, ...stated },
    { file, resources, roles: resources.users!.roles, terminal, print: (text) => void printed.push(text) },
  );
  return { name, printed: printed.join('\n'), written: readFileSync(file, 'utf8'), left };
}
const refused = async (stated: Partial<Stated>, answers?: readonly string[], config = CONFIG) => {
  const error = await create(stated, answers, config).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(CommandError);
  expect(readFileSync(file, 'utf8')).toBe(config);
  expect(readdirSync(folder)).toEqual(['resources.config.ts']);
  return (error as CommandError).message;
};
const loans = {
  name: 'loans',
  fields: ['title:text,required,max=60', 'genre:reference(genres)'],
  rights: 'admin=all',
  isConfirmed: true,
};

test('options alone write an entry and its imports, and leave every other letter as it was', async () => {
  const { written } = await create({ ...loans, group: 'desk' });
  const entry = `
  loans: {
    group: 'desk',
    fields: {
      title: line({ required: true, max: 60 }),
      genre: reference('genres'),
    },
    rights: { admin: ['read', 'create', 'update', 'delete'] },
  },`;
  expect(written).toBe(
    CONFIG.replace(/import \{[^}]*\}/, 'import { defineResources, reference, select, text as line }').replace(
      '}, // small',
      `}, // small${entry}`,
    ),
  );
  const { loans: loaded } = await loadConfig(written);
  expect(loaded).toMatchObject({ group: 'desk', rights: { admin: ['read', 'create', 'update', 'delete'] } });
});

test('a file with line ends of Windows keeps them', async () => {
  const { written } = await create(loans, undefined, CONFIG.replaceAll('\n', '\r\n'));
  expect(written.replaceAll('\r\n', '')).not.toContain('\n');
  expect(Object.keys(await loadConfig(written))).toEqual(['genres', 'loans', 'users']);
});

test('a dynamic default is written as code, with its import', async () => {
  const fields = [
    'on:date,default=today',
    'at:datetime,readOnly,default=now',
    'by:reference(users),default=currentUser.id',
    'mail:email,default=currentUser.email',
    'said:text,default=now',
  ];
  const { written } = await create({ ...loans, fields });
  expect(written).toContain('at: datetime({ readOnly: true, default: now }),');
  expect(written).toContain("by: reference('users', { default: currentUser.id }),");
  expect(written).toContain("said: line({ default: 'now' }),");
  const { loans: loaded } = await loadConfig(written);
  expect(
    Object.values(loaded!.fields).map(({ defaultFrom, default: value }) => defaultFrom ?? value),
  ).toEqual([...['today', 'now', 'currentUser.id', 'currentUser.email'], 'now']);
});

test('a config that the linter takes stays one, with roles beside its entries too', async () => {
  const withRoles = format(
    CONFIG.replace(
      'export default',
      'const roles = defineRoles({ admin: { manager: true, administersUsers: true }, user: { newUsers: true } });\nexport default',
    )
      .replace('defineResources,', 'defineResources, defineRoles,')
      .replace(/\}\);\n$/, '}, { roles });\n'),
  );
  const { written } = await create(loans, undefined, withRoles);
  expect(written).toBe(format(written));
  expect(written).toContain('        title: line({ required: true, max: 60 }),');
});

test('answers write an entry, and a wrong one is asked again with what was wrong', async () => {
  const { written, printed, left } = await create({}, [
    ...['outbox', 'Loans', 'genres', 'loans'],
    ...['', 'createdAt', 'title', 'txt', '', 'y', 'maybe', 'y', 'maxx=5', 'max=5'],
    ...['title', 'state', 'select', '', 'open, returned', '', ''],
    ...['genre', 'reference', 'nothing', 'genres', 'y', 'onDelete=setNull', 'reference', 'genres', 'y', ''],
    '',
    ...['write', 'create', '', 'read', ''],
    ...['Two words', 'desk'],
    'y',
  ]);
  expect(left).toEqual([]);
  for (const complaint of [
    'is a name that the product uses',
    'must be camelCase',
    'There is a resource genres already.',
    'An entry needs at least one field.',
    'is a field that every record has automatically',
    'The kind "txt" is unknown; did you mean "text"?',
    'Answer y or n.',
    'The option "maxx" of text is unknown; did you mean "max"?',
    'There is a field title already.',
    'It needs at least one value.',
    'There is no resource "nothing".',
    'cannot empty a required field',
    'The action "write" is unknown',
    'Whoever may change records must be allowed to read them.',
    'The section "Two words" must be camelCase',
  ])
    expect(printed.replaceAll(/\s+/g, ' ')).toContain(complaint);
  expect(written).toContain(`
  loans: {
    group: 'desk',
    fields: {
      title: line({ required: true, search: true, max: 5 }),
      state: select(['open', 'returned']),
      genre: reference('genres', { required: true }),
    },
    rights: { admin: ['read', 'create', 'update', 'delete'], user: ['read'] },
  },`);
});

test('a field is answered all at once, as behind --field', async () => {
  const answers = [
    'loans',
    'title:text,maxx=60',
    'title:text,max=60',
    'state:select(open|lost)',
    '',
    'all',
    '',
    '',
  ];
  const { written, printed } = await create({}, [...answers, '', 'y']);
  expect(printed).toContain('The option "maxx" of text is unknown; did you mean "max"?');
  expect(written).toContain("title: line({ max: 60 }),\n      state: select(['open', 'lost']),");
});

test('a no at the end, or an end of the answers, leaves the file alone', async () => {
  const { name, written } = await create({ ...loans, isConfirmed: false }, ['', 'n']);
  expect(name).toBeUndefined();
  expect(written).toBe(CONFIG);
  await refused({}, ['loans', 'title']);
});

test('without a terminal every missing option is named', async () => {
  expect(await refused({})).toContain('state <name>, --field, --rights, --yes');
  expect(await refused({ ...loans, rights: undefined })).toContain('state --rights.');
});

const long = 'a'.repeat(255);
test.each<[string, Partial<Stated>, string]>([
  ['a reserved name', { name: 'outbox' }, 'is a name that the product uses'],
  ['a name of every object', { name: '__proto__' }, 'must be camelCase'],
  ['another name of every object', { name: 'constructor' }, 'is a name that every JavaScript object has'],
  ['a long name', { name: long }, '40 at most'],
  ['a name with a NUL', { name: 'a\0b' }, 'must be camelCase'],
  ['an Arabic name', { name: 'كتب' }, 'must be camelCase'],
  ['a name whose singular is taken', { name: 'genre' }, 'genre has the same singular as genres'],
  ['a field without a kind', { fields: ['title'] }, 'expected name:kind'],
  ['an unknown kind', { fields: ['title:constructor'] }, 'The kind "constructor" is unknown'],
  ['an unknown option', { fields: ['title:text,__proto__'] }, 'The option "__proto__" of text is unknown'],
  [
    'an option of another kind',
    { fields: ['note:longText,unique'] },
    'The option "unique" of longText is unknown',
  ],
  ['a word instead of a number', { fields: ['title:text,max=many'] }, 'must be number, not "many"'],
  ['an option without its value', { fields: ['title:text,max'] }, 'The option max needs a value'],
  ['an option that is code', { fields: ['title:text,pattern=x'] }, 'write it into the entry afterwards'],
  ['options that contradict each other', { fields: ['n:integer,min=5,max=2'] }, 'must not be above max'],
  [
    'a reference to nothing',
    { fields: ['genre:reference(genrs)'] },
    'fields.genre.to: "genrs" is unknown; did you mean "genres"?',
  ],
  ['a select without values', { fields: ['state:select'] }, 'select needs its values'],
  ['values of a kind that has none', { fields: ['title:text(a)'] }, 'text takes nothing in parentheses'],
  ['two fields of one name', { fields: ['a:text', 'a:date'] }, 'There is a field a already.'],
  ['an unknown role', { rights: 'root=all' }, 'The role "root" is unknown'],
  ['a role twice', { rights: 'user=read,user=all' }, 'The role user is stated twice.'],
  ['rights without a role', { rights: 'all' }, 'expected role=action+action'],
  ['a section that is no key', { group: '../x' }, 'must be camelCase'],
])('%s is refused', async (_, wrong, message) => {
  expect(await refused({ ...loans, ...wrong })).toContain(message);
});

test('what only the whole config shows is found before it is written', async () => {
  expect(await refused({ ...loans, fields: ['self:reference(loans),required'] })).toContain(
    'is a required reference',
  );
  expect(await refused({ ...loans, fields: ['kind:select(a|b),default=c'] })).toMatch(/default/);
});

test('a config that is no list of entries, or changes meanwhile, is left alone', async () => {
  const other = CONFIG.replace('export default defineResources', 'export const all = defineResources');
  expect(await refused(loans, undefined, other)).toContain('has no "export default defineResources');
  writeFileSync(file, 'changed');
  await expect(writeConfig(file, { before: CONFIG, after: CONFIG })).rejects.toThrow('has changed meanwhile');
  expect(readFileSync(file, 'utf8')).toBe('changed');
});
