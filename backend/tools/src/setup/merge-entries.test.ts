import { describe, expect, test } from 'vitest';
import { mergeEntries } from './merge-entries.ts';

const BOOKS = '  books: {\n    fields: { title: text() },\n  },\n';
const USERS = `  users: {
    icon: 'Users',
    fields: {
      email: email(),
    },
    rights: {},
  },
`;
const config = (entries: string, kinds = ['defineResources', 'email', 'text']) =>
  `import { ${kinds.join(', ')} } from '@bindery/contract/schema/index.ts';\n\nexport default defineResources({\n${entries}});\n`;
const base = config(BOOKS + USERS);

/** What a product becomes: other entries, roles, and all of it indented further. */
const LOANS = '  // Who has which.\n  loans: { fields: { day: date() } },\n';
const withRoles = (entries: string) =>
  config('', ['date', 'defineResources', 'defineRoles', 'email'])
    .replace('\nexport', '\nconst roles = defineRoles({ admin: {} });\n\nexport')
    .replace('{\n});', `\n  {\n${entries.replaceAll(/^(?=.)/gm, '  ')}  },\n  { roles },\n);`);
const ours = withRoles(LOANS + USERS);

describe('entries', () => {
  test('that both sides add are all there, with what is imported for them', () => {
    const shelves = '  shelves: { fields: { site: url() } },\n';
    const theirs = config(BOOKS + shelves + USERS, ['defineResources', 'email', 'text', 'url']);
    const { text, hasConflict } = mergeEntries({ base, ours, theirs });
    expect(hasConflict).toBe(false);
    for (const line of (LOANS + shelves).trimEnd().split('\n')) expect(text).toContain(`\n  ${line}\n`);
    expect(text).toContain('import { date, defineResources, defineRoles, email, url } from');
  });

  test('that we have removed stay away, whatever they have changed in them', () => {
    const theirs = base.replace('title: text()', "title: text({ help: 'On the cover' })");
    expect(mergeEntries({ base, ours, theirs })).toEqual({ text: ours, hasConflict: false });
  });

  test('that they have changed are taken, indented as ours', () => {
    const theirs = base.replace("'Users'", "'UsersRound'");
    const { text } = mergeEntries({ base, ours, theirs });
    expect(text).toBe(ours.replace("'Users'", "'UsersRound'"));
  });

  test('that both sides have changed have the changes of both', () => {
    const mine = ours.replace('rights: {}', "rights: { admin: ['read'] }");
    const theirs = base.replace("'Users'", "'UsersRound'");
    const { text, hasConflict } = mergeEntries({ base, ours: mine, theirs });
    expect(hasConflict).toBe(false);
    expect(text).toBe(mine.replace("'Users'", "'UsersRound'"));
  });
});

test('a conflict is marked within its entry', () => {
  const mine = ours.replace("'Users'", "'People'");
  const { text, hasConflict } = mergeEntries({
    base,
    ours: mine,
    theirs: base.replace("'Users'", "'Crowd'"),
  });
  expect(hasConflict).toBe(true);
  expect(text).toMatch(/\n<<<<<<< yours\n {6}icon: 'People',\n=======\n {6}icon: 'Crowd',\n>>>>>>> theirs\n/);
  expect(text).toContain('loans:');
});

test('a file without a change of theirs stays as it is, odd lines included', () => {
  const odd = ours
    .replace('date()', 'date({ computed: `\nlower(\n  {name})` })')
    .replace('{ admin: {} }', '{\r\n}');
  expect(mergeEntries({ base, ours: odd, theirs: base }).text).toBe(odd);
});

test('a version that is no config is refused', () => {
  expect(() => mergeEntries({ base, ours: 'export default {};', theirs: base })).toThrow('defineResources');
  expect(() => mergeEntries({ base, ours, theirs: 'export default defineResources({' })).toThrow();
});
