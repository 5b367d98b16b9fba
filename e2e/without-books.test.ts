import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ProjectCopy } from './support/project-copy.ts';
import { isStarter } from './support/starter.ts';

// What a developer's first steps reject; one-entry.e2e.ts tests those that succeed.

const CONFIG = 'resources.config.ts';

let copy: ProjectCopy;
let original: string;

beforeAll(() => {
  copy = new ProjectCopy();
  original = copy.read(CONFIG);
});

afterEach(() => copy.write(CONFIG, original));

afterAll(() => copy.remove());

test.runIf(isStarter)('setup keeps the example, and says why, while another entry needs it', () => {
  copy.commit('The starter');
  copy.editConfig({ 'users: {': "loans: { fields: { book: reference('books') }, rights: {} },\n  users: {" });
  const config = copy.read(CONFIG);
  expect(() => copy.run('backend/tools/src/bindery.ts', 'setup', '--without-example')).toThrow(
    /Commit your changes first/,
  );
  copy.commit('A loan of a book');
  expect(() => copy.run('backend/tools/src/bindery.ts', 'setup', '--without-example')).toThrow(
    /loans\.fields\.book/,
  );
  expect(copy.read(CONFIG)).toBe(config);
  expect(copy.read('backend/extensions/books/seed.ts')).toContain('books');
});

test.runIf(isStarter)(
  'an invalid entry, or invalid roles, are reported in one line, by commands with the place',
  () => {
    const command = ['backend/tools/src/bindery.ts', 'migration', 'create'] as const;
    copy.editConfig({ 'cover: image(': 'toString: image(' });
    expect(() => copy.run(...command)).toThrow(
      /failed:\s+resources\.config\.ts has a mistake\s+resources\.config\.ts:\d+:7\s+books\.fields\.toString: .*\s+\d+ \|[\s\S]*Explained in docs\/entry\.md#reserved-names\n$/,
    );
    expect(() => copy.run('backend/main.ts')).toThrow(
      /failed:\nresources\.config\.ts has a mistake:\n {2}books\.fields\.toString: .*\nSee docs\/entry\.md#reserved-names\n$/,
    );
    copy.editConfig({
      'toString: image(': 'cover: image(',
      'defineResources,': 'defineResources, defineRoles,',
      '\n});': '\n}, { roles: defineRoles({ chief: { manager: true }, member: { newUsers: true } }) });',
    });
    expect(() => copy.run(...command)).toThrow(
      /failed:\s+The roles of resources\.config\.ts are invalid: one role must have "administersUsers: true"\.\s+Explained in docs\/roles\.md#roles\n$/,
    );
  },
);
