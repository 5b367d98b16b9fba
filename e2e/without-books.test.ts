import { globSync, readFileSync } from 'node:fs';
import type { Preloads } from '@bindery/contract/api/preloads.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ProjectCopy } from './support/project-copy.ts';
import { isStarter } from './support/starter.ts';

// A developer's first steps with the project. Runs the type check, the linter, and the tests that read what is
// installed, which reveal wrong assumptions about it: running all tests again would take too long.

let copy: ProjectCopy;

beforeEach(() => {
  copy = new ProjectCopy();
});

afterEach(() => copy.remove());

// The changed config needs new templates of the databases, which take a while on a busy machine. One worker loads the
// modules once.
const OPTIONS = ['--testTimeout=120000', '--hookTimeout=240000', '--maxWorkers=1'];
const runTests = (...paths: string[]) =>
  copy.run('node_modules/vitest/vitest.mjs', 'run', ...OPTIONS, ...paths);

const PAGE = `import type { ExtensionPages } from '@bindery/frontend/shell/pages.ts';

export default {
  '/': { area: 'public', component: 'extensions/notes/notes-page.tsx' },
  '/app': { area: 'app', component: 'extensions/notes/notes-page.tsx' },
  '/app/notes': { area: 'app', component: 'extensions/notes/notes-page.tsx' },
} satisfies ExtensionPages;
`;

const COMPONENT = `/** Renders the notes. */
export function Component() {
  return <h1>{1}</h1>;
}
`;

/** What nothing that is served may have of the starter and its example; other words contain them, such as `facebook`. */
const LEFT_OVER = /bindery|(?<![\w-])books?(?![\w-])/i;

const CONFIG = 'resources.config.ts';

/** What the first start says when it has added the sample users: it reads them and their roles from the database. */
const ACCOUNTS = 'Accounts: admin@example.com (chief) and user@example.com (member)';
const PATIENT = { timeout: 30_000 };

/** Roles of one's own, with which the linter indents every entry anew. */
const ROLES = `const roles = defineRoles({
  chief: { manager: true, administersUsers: true },
  member: { newUsers: true },
});
`;
/** What the entry of users says of them. */
const ROLES_OF_USERS = {
  "select(['user', 'admin'], { required: true, default: 'user', usual: 'user' })":
    "select(['member', 'chief'], { required: true, default: 'member', usual: 'member' })",
  "rights: { admin: ['read'": "rights: { chief: ['read'",
};

/** The field kind of docs/field-kinds.md, by file. */
const kind = new Map(
  [...readFileSync('docs/field-kinds.md', 'utf8').matchAll(/^```tsx? (\S+)\n([\s\S]*?)^```/gm)].map(
    ([, file = '', text = '']) => [file, text],
  ),
);

/** Checks the files that differ from the starter: the linter reads each file by itself. */
const lint = () => {
  const sources = copy.changedSince('HEAD~3').filter((file) => /\.tsx?$/.test(file));
  expect(sources).toContain('resources.config.ts');
  copy.run(
    'node_modules/@biomejs/biome/bin/biome',
    ...['lint', '--vcs-enabled=false', '--error-on-warnings', ...sources],
  );
};

/** The tests of the contract that can see what is installed: contract/engine/src/schema imports nothing else of ours, but loads all field kinds. */
const CONTRACT = globSync('contract/**/*.test.ts').filter(
  (file) =>
    !file.startsWith('contract/engine/src/schema/') ||
    file === 'contract/engine/src/schema/fields/kinds.test.ts',
);

const statusOf = async (url: string) => (await fetch(url, { redirect: 'manual' })).status;
const textOf = async (url: string) => (await fetch(url)).text();

/** The driver by which git merges locale files, as docs/upgrading.md says it. */
const mergeDriver = /^ {4}git config (merge\.\S+) '(.*)'$/m.exec(readFileSync('docs/upgrading.md', 'utf8'));

/** What the guide removes after a merge. */
const example = /^ {4}git rm -rq --ignore-unmatch (.*?) +#/m.exec(readFileSync('docs/upgrading.md', 'utf8'));

/** A place of the locale files where a product and a later version both add texts. */
const BEFORE = '    "users": {\n';
const textsOf = (resource: string, language: string) => ({
  [BEFORE]: `    "${resource}": {\n      "label": "${resource} in ${language}"\n    },\n${BEFORE}`,
});
const textsOfRoles = (language: string) => ({
  '"role": {': `"role": { "chief": "chief in ${language}", "member": "member in ${language}",`,
});
const LANGUAGES = ['en', 'fr', 'ar', 'sw'];
const texts = (language: string) => `frontend/engine/src/locales/${language}/manager.json`;

/** What later versions of the starter change: generated pages, what they are built of, field kinds, and texts. */
const LATER_VERSION: Readonly<Record<string, readonly [from: string, to: string]>> = {
  'frontend/engine/src/shell/layout/page-title.ts': ['/** Sets', '/* A later version. */\n/** Sets'],
  'contract/engine/src/schema/label.ts': ['/**', '/* A later version. */\n/**'],
  'backend/engine/src/web/openapi/document.ts': ["version: '1'", "version: '1.1'"],
  'contract/engine/src/schema/fields/index.ts': ['export { url }', '// A later version.\nexport { url }'],
  'frontend/engine/src/manager/fields/url.tsx': ['/**', '/* A later version. */\n/**'],
  'frontend/engine/src/manager/list/list-page.tsx': [
    '      <FilterChips filtering={filtering} />\n      <FiltersPopover filtering={filtering} />\n',
    '      <FiltersPopover filtering={filtering} />\n      <FilterChips filtering={filtering} />\n',
  ],
  'frontend/engine/src/manager/list/list-frame.tsx': [
    'aria-label={labels.plural(resource)} data-full-width',
    'data-full-width aria-label={labels.plural(resource)}',
  ],
  'frontend/engine/src/manager/parts/list.ts': ['/** The parts', '/* A later version. */\n/** The parts'],
  'package.json': ['"version": "0.1.0"', '"version": "0.2.0"'],
  // Files of the example, which the product has removed.
  'e2e/books/manager.ts': ['import', '/* A later version. */\nimport'],
  'frontend/extensions/books/feature.ts': ['import', '/* A later version. */\nimport'],
};

/** What they change in the entries: one that the product has removed, the one that it shares, and its table. */
const LATER_ENTRIES = {
  "icon: 'Users'": "icon: 'UsersRound'",
  'banReason: text({ readOnly: true })': 'banReason: text({ readOnly: true, max: 150 })',
  '\n  books: {\n': "\n  books: {\n    description: 'What the library has',\n",
};

test.runIf(isStarter)(
  'a product of one’s own is made by one command, grows by folders, and follows the starter',
  async () => {
    copy.gitSettings = [`${mergeDriver?.[1]}=${mergeDriver?.[2]}`];
    copy.commit('The starter');
    const options = ['--name', 'Acme & Söhne', '--color', '#1a6b8a', '--without-example'];
    expect(copy.run('backend/tools/src/bindery.ts', 'setup', ...options)).toContain('table books goes');
    copy.commit('The setup');
    const again = copy.run(
      'backend/tools/src/bindery.ts',
      'setup',
      '--without-example',
      '--color',
      '#1a6b8a',
    );
    expect(again).toMatch(/already[\s\S]*Nothing has changed/);
    copy.write('frontend/extensions/notes/pages.ts', PAGE);
    copy.write('frontend/extensions/notes/notes-page.tsx', COMPONENT);
    for (const [file, text] of kind) copy.write(file, text);
    copy.editConfig({
      '\n});': '\n}, { roles });',
      'export default': `${ROLES}\nexport default`,
      ...ROLES_OF_USERS,
      'defineResources,': 'defineResources, defineRoles,',
    });
    copy.run('node_modules/@biomejs/biome/bin/biome', 'format', '--write', '--vcs-enabled=false', CONFIG);
    copy.run('backend/tools/src/bindery.ts', 'eject', 'users', 'list');
    for (const language of LANGUAGES)
      copy.edit(texts(language), { ...textsOf('notes', language), ...textsOfRoles(language) });
    copy.commit('Our product');
    copy.mergeChanges('HEAD~2', {
      change: (version) => {
        for (const [file, [from, to]] of Object.entries(LATER_VERSION)) version.edit(file, { [from]: to });
        for (const language of LANGUAGES)
          version.edit(texts(language), { ...textsOf('apps', language), '"singular": "': '"singular": "*' });
        version.editConfig(LATER_ENTRIES);
        version.edit('package.json', { '"description": "': '"description": "Later: ' });
        version.run('backend/tools/src/bindery.ts', 'migration', 'create', '--allow-loss');
      },
      removed: example?.[1]?.split(' ') ?? [],
    });
    expect(copy.run('backend/tools/src/bindery.ts', 'migration', 'create')).toContain('Nothing to migrate');
    for (const language of LANGUAGES) {
      const { resources } = JSON.parse(copy.read(texts(language))) as { resources: object };
      expect(resources).toMatchObject({
        notes: { label: `notes in ${language}` },
        apps: { label: `apps in ${language}` },
      });
    }
    expect(copy.read('package.json')).toMatch(/"name": "acme-sohne"[\s\S]*"version": "0.2.0"/);
    expect(copy.read('package.json')).not.toMatch(/bindery-app|Later/);
    expect(copy.read(CONFIG)).toMatch(/icon: 'UsersRound'[\s\S]*\{ roles \},?\s*\)/);
    expect(copy.run('backend/tools/src/bindery.ts', 'check')).toContain('The ejected page fits its entry.');
    copy.compile();
    lint();
    runTests(
      'product.test.ts',
      'frontend/engine/src/manager/fields/index.test.ts',
      'backend/engine/src/web/page-shell/pages.api.test.ts',
      'backend/engine/src/access/auth/first-admin.api.test.ts',
      'backend/engine/src/features/dashboard',
      'backend/engine/src/kernel/mail/messages.test.ts',
      'frontend/engine/src/build',
      'backend/tools/src/resource-commands/docs',
      'frontend/engine/src/locales',
      'e2e/import-circles.test.ts',
      ...CONTRACT,
    );
    // Compressing files takes more than a quarter of the build’s CPU time, and no test here asks for any.
    copy.edit('vite.config.ts', { '    precompress(),\n': '' });
    const { url, output, stop } = await copy.start();
    try {
      await expect.poll(output, PATIENT).toContain(ACCOUNTS);
      expect(await statusOf(`${url}/app/books`)).toBe(404);
      expect(await statusOf(`${url}/api/books`)).toBe(404);
      expect(await statusOf(`${url}/manager/books`)).toBe(404);
      expect(await statusOf(`${url}/app/notes`)).toBe(302);
      expect(await statusOf(`${url}/?from=mail`)).toBe(200);
      expect(await textOf(`${url}/login`)).toContain('<title>Acme &amp; Söhne</title>');
      expect(await textOf(`${url}/manifest.webmanifest`)).toContain('"name":"Acme & Söhne"');
      expect(await textOf(`${url}/icons/icon.svg`)).toContain('fill="#1a6b8a"');
      for (const address of [
        '/login',
        '/app',
        '/robots.txt',
        '/api/docs',
        '/api/openapi.json',
        '/outbox',
        '/api/x',
      ])
        expect(await textOf(url + address), address).not.toMatch(LEFT_OVER);
    } finally {
      await stop();
    }
    for (const file of globSync('dist/**/*.{js,css,json,html,svg,txt,webmanifest}', { cwd: copy.folder }))
      expect(LEFT_OVER.exec(copy.read(file))?.[0], file).toBeUndefined();
    const { pages } = JSON.parse(copy.read('dist/.vite/preloads.json')) as Preloads;
    const notes = pages.find(({ address }) => address === '/app/notes');
    expect(notes?.scripts.some((script) => /notes-[^/]+\.js$/.test(script))).toBe(true);
  },
);

test.runIf(isStarter)('setup keeps the example, and says why, while another entry needs it', () => {
  copy.commit('The starter');
  copy.editConfig({ 'users: {': "loans: { fields: { book: reference('books') }, rights: {} },\n  users: {" });
  const config = copy.read('resources.config.ts');
  expect(() => copy.run('backend/tools/src/bindery.ts', 'setup', '--without-example')).toThrow(
    /Commit your changes first/,
  );
  copy.commit('A loan of a book');
  expect(() => copy.run('backend/tools/src/bindery.ts', 'setup', '--without-example')).toThrow(
    /loans\.fields\.book/,
  );
  expect(copy.read('resources.config.ts')).toBe(config);
  expect(copy.read('backend/extensions/books/seed.ts')).toContain('books');
});

test.runIf(isStarter)(
  'a wrong entry ends each command with one line that names it, and so do wrong roles',
  () => {
    const commands = [
      ['backend/tools/src/bindery.ts', 'migration', 'create'],
      ['backend/build.ts'],
      ['backend/main.ts'],
    ] as const;
    copy.editConfig({ 'cover: image(': 'toString: image(' });
    for (const command of commands)
      expect(() => copy.run(...command)).toThrow(
        /failed:\nresources\.config\.ts has a mistake:\n {2}books\.fields\.toString: .*\nSee docs\/entry\.md#reserved-names\n$/,
      );
    copy.editConfig({
      'toString: image(': 'cover: image(',
      'defineResources,': 'defineResources, defineRoles,',
      '\n});': '\n}, { roles: defineRoles({ chief: { manager: true }, member: { newUsers: true } }) });',
    });
    for (const command of commands)
      expect(() => copy.run(...command)).toThrow(
        /failed:\nThe roles of resources\.config\.ts are wrong: one role must have "administersUsers: true"\. See docs\/roles\.md#roles\n$/,
      );
  },
);
