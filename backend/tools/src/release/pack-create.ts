import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SECURITY_RELEASES } from '@bindery/backend/kernel/node-releases.mjs';
import { removeEntries, removeProperty, replaceProperty } from '#tools/setup/edit-source.ts';
import { EXAMPLE, STARTER } from '#tools/setup/options.ts';
import { formatJson } from '#tools/templates/format-json.ts';
import { compile } from './compile.ts';
import { type LockSources, productLockfile } from './product-lockfile.ts';
import { productManifest } from './product-manifest.ts';

interface Target {
  readonly root: string;
  readonly folder: string;
  readonly version: string;
  readonly archives: LockSources['archives'];
}

/** Files of this repository that a product has unchanged, by their names in the template. */
const SAME: Readonly<Record<string, string>> = {
  _editorconfig: '.editorconfig',
  '_env.example': '.env.example',
  _npmrc: '.npmrc',
  'backend/launch.mjs': 'backend/launch.mjs',
  'backend/main.ts': 'backend/main.ts',
  'backend/build.ts': 'backend/build.ts',
  'contract/index.ts': 'contract/index.ts',
  'contract/extensions/index.ts': 'contract/extensions/index.ts',
  'contract/extensions/field-kinds/index.ts': 'contract/extensions/field-kinds/index.ts',
  'e2e/every-page.e2e.ts': 'e2e/every-page.e2e.ts',
  'frontend/main.ts': 'frontend/main.ts',
  'frontend/public/robots.txt': 'frontend/public/robots.txt',
  'product.test.ts': 'product.test.ts',
  'vite.config.ts': 'vite.config.ts',
};

/** The first entry of a product. */
const ENTRY = `  publishers: {
    icon: 'Building',
    fields: { name: text({ required: true, unique: true, search: true }), founded: integer() },
    rights: { admin: ['read', 'create', 'update', 'delete'], user: ['read'] },
  },
`;

/** Builds create-bindery from the sources of this repository: its program, and the template of a product. */
export function packCreate({ root, folder, version, archives }: Target): void {
  const from = join(root, 'backend/create-bindery');
  mkdirSync(folder, { recursive: true });
  compile({ root, from: join(from, 'src'), to: join(folder, 'dist'), leftOut: ['**/*.test.ts'] });
  const { private: _, bin: __, ...manifest } = read(join(from, 'package.json'));
  write(join(folder, 'package.json'), {
    ...manifest,
    version,
    bin: './dist/main.js',
    files: ['dist', 'template', 'example'],
  });
  const [template, example] = [join(folder, 'template'), join(folder, 'example')];
  writeTemplate(template, { root, from, version, archives });
  writeExample(example, root);
  for (const made of [template, example]) writeMigration(made, root);
  format([template, example], root);
}

function writeTemplate(
  template: string,
  { root, from, version, archives }: Omit<Target, 'folder'> & { from: string },
): void {
  cpSync(join(from, 'template'), template, { recursive: true });
  for (const [name, file] of Object.entries(SAME)) cpSync(join(root, file), join(template, name));
  copyFirstMigration(root, template);
  const project = productManifest(root);
  write(join(template, 'package.json'), { ...project, bindery: { version } });
  // npm packs no file with the name of a lockfile.
  write(join(template, '_package-lock.json'), productLockfile({ root, product: project, archives }));
  const source = readFileSync(join(root, 'product.ts'), 'utf8');
  const stated = {
    name: "'{{name}}'",
    slug: "'{{slug}}'",
    description: "'Records, and who may see and change them.'",
    colors: `{ light: { accent: '${STARTER.accent}' } }`,
  };
  const product = Object.entries(stated).reduce(
    (text, [name, code]) => replaceProperty(text, name, code),
    removeProperty(source, 'icon'),
  );
  writeFileSync(join(template, 'product.ts'), product);
  writeFileSync(
    join(template, 'resources.config.ts'),
    configOf(readFileSync(join(root, 'resources.config.ts'), 'utf8')),
  );
  const dockerfile = join(template, 'Dockerfile');
  writeFileSync(dockerfile, readFileSync(dockerfile, 'utf8').replaceAll('{{node}}', SECURITY_RELEASES[26]!));
}

/** Returns the entries of this repository's product without its example, and with a first entry. */
function configOf(source: string): string {
  const rest = removeEntries(source, EXAMPLE.entries);
  const withEntry = rest.replace(/^export default defineResources\(.*\n/m, (call) => call + ENTRY);
  return withEntry.replace(/^import \{([^}]*)\}/m, (_, names: string) => {
    const all = new Set([
      ...names
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean),
      'integer',
      'text',
    ]);
    return `import { ${[...all].sort().join(', ')} }`;
  });
}

function writeExample(example: string, root: string): void {
  for (const pattern of [
    '{contract,backend,frontend}/extensions/**/*.*',
    'e2e/*/views.ts',
    'frontend/locales/**/*.json',
  ])
    for (const file of globSync(pattern, { cwd: root }))
      if (!/\.test\.tsx?$|\.api\.test\.ts$/.test(file)) cpSync(join(root, file), join(example, file));
  cpSync(join(root, 'resources.config.ts'), join(example, 'resources.config.ts'));
  copyFirstMigration(root, example);
}

/** Formats the generated files as a product's linter requires. */
function format(folders: readonly string[], root: string): void {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const options = ['format', '--write', '--vcs-enabled=false', `--config-path=${join(root, 'biome.json')}`];
  const files = folders.flatMap((folder) =>
    globSync(['*.ts', 'migrations/*.ts'], { cwd: folder }).map((file) => join(folder, file)),
  );
  execFileSync(process.execPath, [biome, ...options, ...files], { cwd: root, stdio: 'pipe' });
}

/** The first migration of every database is the same in each product. */
function copyFirstMigration(root: string, folder: string): void {
  for (const file of globSync('migrations/*_fold.ts', { cwd: root }))
    cpSync(join(root, file), join(folder, file));
}

/** Writes the migration of the entries to the folder, like the product's own command. */
function writeMigration(folder: string, root: string): void {
  const command = join(root, 'backend/tools/src/release/write-migration.ts');
  execFileSync(process.execPath, [command, folder, root], { cwd: root, encoding: 'utf8' });
}

const read = (file: string): Record<string, unknown> => JSON.parse(readFileSync(file, 'utf8'));
const write = (file: string, value: object) => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, formatJson(value));
};
