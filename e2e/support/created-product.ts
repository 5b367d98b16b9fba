import { globSync, readFileSync } from 'node:fs';
import type { Preloads } from '@bindery/contract/api/preloads.ts';
import { expect } from '@playwright/test';
import type { ProjectCopy, StartedServer } from './project-copy.ts';

// A developer's first steps with the project.

/** The roles of the product: one that may do everything in the manager, and one for everybody else. */
export const ROLES_OF_PRODUCT = { admin: 'chief', user: 'member' } as const;

const PAGE = `import type { ExtensionPages } from '@bindery/frontend/pages';

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

/**
 * Words of the starter and its example that no response may contain, except within other words such as
 * `facebook`, and in the commands of every product.
 */
const LEFT_OVER = /(?<!npm run )bindery|(?<![\w-])books?(?![\w-])/i;

const CONFIG = 'resources.config.ts';

/** The output of the first start after it has added the sample users, which it reads from the database. */
const ACCOUNTS = 'admin@example.com (chief) and user@example.com (member)';
const PATIENT = { timeout: 30_000 };

/** Custom roles, with which the linter indents every entry again. */
const ROLES = `const roles = defineRoles({
  chief: { manager: true, administersUsers: true },
  member: { newUsers: true },
});
`;
/** The edits of the entry of users for these roles. */
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

const statusOf = async (url: string) => (await fetch(url, { redirect: 'manual' })).status;
const textOf = async (url: string) => (await fetch(url)).text();

const LANGUAGES = ['en', 'fr', 'ar', 'sw'];
const texts = (language: string) => `frontend/locales/${language}/manager.json`;
/** The texts of a product: of its own entry, and of its roles. */
const textsOf = (language: string) => ({
  resources: {
    notes: { label: `notes in ${language}` },
    users: { options: { role: { chief: `chief in ${language}`, member: `member in ${language}` } } },
  },
});

/** Creates a product without the example, with custom roles, pages of its own and a field kind. */
export function createProduct(copy: ProjectCopy): void {
  copy.commit('The starter');
  const options = ['--name', 'Acme & Söhne', '--color', '#1a6b8a', '--without-example'];
  expect(copy.run('backend/tools/src/bindery.ts', 'setup', ...options)).toMatch(
    /^Removed\n {2}backend\/extensions\/books$/m,
  );
  copy.commit('The setup');
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
  for (const language of LANGUAGES) {
    expect(JSON.parse(copy.read(texts(language)))).toEqual({ resources: {} });
    copy.write(texts(language), `${JSON.stringify(textsOf(language), undefined, 2)}\n`);
  }
  copy.commit('Our product');
  expect(copy.read('package.json')).toContain('"name": "acme-sohne"');
  expect(copy.read('package.json')).not.toContain('bindery-app');
}

/** Checks that a running product shows its own name, colour, pages and roles, and nothing of the starter. */
export async function expectOwnProduct(copy: ProjectCopy, { url, output }: StartedServer): Promise<void> {
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
  for (const file of globSync('dist/**/*.{js,css,json,html,svg,txt,webmanifest}', { cwd: copy.folder }))
    expect(LEFT_OVER.exec(copy.read(file))?.[0], file).toBeUndefined();
  const { pages } = JSON.parse(copy.read('dist/.vite/preloads.json')) as Preloads;
  const notes = pages.find(({ address }) => address === '/app/notes');
  expect(notes?.scripts.some((script) => /notes-[^/]+\.js$/.test(script))).toBe(true);
}
