import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const REFUSED: [file: string, statement: string][] = [
  ['contract/schema/define.ts', `import '#contract/rights.ts'`],
  ['contract/schema/define.ts', `import '../rights.ts'`],
  ['contract/schema/define.ts', `import '#resources.config'`],
  ['contract/schema/fields/text.ts', `import '../../rights.ts'`],
  ['contract/schema/fields/text.ts', `import '#backend/settings/settings.ts'`],
  ['resources.config.ts', `import { can } from '#contract/rights.ts'`],
  ['resources.config.ts', `import './contract/rights.ts'`],
  ['resources.config.ts', `import { z } from 'zod'`],
  ['contract/rights.ts', `import '#backend/settings/settings.ts'`],
  ['contract/rights.ts', `import type { Theme } from '#frontend/theme/theme.ts'`],
  ['contract/rights.ts', `import '../resources.config.ts'`],
  ['contract/resources/routes.ts', `import '../../backend/settings/settings.ts'`],
  ['backend/app.ts', `import '#frontend/start.tsx'`],
  ['backend/app.ts', `import '../contract/errors.ts'`],
  ['backend/resources/list.ts', `export * from '../../contract/errors.ts'`],
  ['frontend/start.tsx', `import '#backend/settings/settings.ts'`],
  ['frontend/start.tsx', `import '../backend/settings/settings.ts'`],
  ['frontend/manager/books.tsx', `import '#backend/settings/settings.ts'`],
  ['frontend/manager/books.tsx', `import '../../contract/errors.ts'`],
  ['frontend/auth/auth-provider.ts', `import { useLogin } from '@refinedev/core'`],
  ['frontend/auth/auth-provider.ts', `import * as refine from '@refinedev/core'`],
  ['e2e/books.e2e.ts', `import '../backend/settings/settings.ts'`],
  ['frontend/extensions/loans/loans-page.tsx', `import { useQuery } from '@tanstack/react-query'`],
  ['frontend/extensions/loans/parts/list.tsx', `import { useVirtualizer } from '@tanstack/react-virtual'`],
  ...['login', 'account', 'app', 'shell', 'i18n', 'theme', 'auth'].flatMap(
    (folder) =>
      [
        [`frontend/${folder}/page.tsx`, `import { Button } from 'antd'`],
        [`frontend/${folder}/page.tsx`, `const button = import('antd/es/button')`],
        [`frontend/${folder}/page.tsx`, `import { BookOutlined } from '@ant-design/icons'`],
        [`frontend/${folder}/page.tsx`, `import { List } from '@refinedev/antd'`],
        [`frontend/${folder}/page.tsx`, `import { Refine } from '@refinedev/core'`],
        [`frontend/${folder}/page.tsx`, `import { useQuery } from '@tanstack/react-query'`],
        [`frontend/${folder}/page.tsx`, `import '../manager/layout.tsx'`],
        [`frontend/${folder}/page.tsx`, `import '#frontend/manager/layout.tsx'`],
      ] satisfies [string, string][],
  ),
];

const ALLOWED: typeof REFUSED = [
  ['contract/schema/fields/text.ts', `import '../define.ts'`],
  ['contract/schema/fields/text.ts', `import { z } from 'zod'`],
  ['resources.config.ts', `import '#contract/schema/index.ts'`],
  ['contract/rights.ts', `import '#resources.config'`],
  ['contract/resources/routes.ts', `import '../schema/index.ts'`],
  ['backend/resources/list.ts', `import '../database/connection.ts'`],
  ['backend/resources/list.ts', `import '#contract/errors.ts'`],
  ['frontend/app/books.tsx', `import '../shell/link.tsx'`],
  ['frontend/auth/auth-provider.ts', `import type { AuthProvider } from '@refinedev/core'`],
  ['frontend/routes.tsx', `const routes = () => import('./manager/routes.tsx')`],
  ['frontend/manager/books.tsx', `import { Table } from 'antd'`],
  ['frontend/manager/books.tsx', `import { useQuery } from '@tanstack/react-query'`],
  ['frontend/extensions/loans/manager/panel.tsx', `import { useQuery } from '@tanstack/react-query'`],
  ['e2e/books.e2e.ts', `import '#backend/testing/server.ts'`],
];

const LINT = [
  'lint',
  '--vcs-enabled=false',
  '--only=style/noRestrictedImports',
  '--max-diagnostics=none',
  '--reporter=rdjson',
];

interface Report {
  diagnostics: { location: { path: string; range: { start: { line: number } } } }[];
}

const refusals = lint([...REFUSED, ...ALLOWED]);

test.each(REFUSED)('%s may not contain: %s', (file, statement) => {
  expect(refusals).toContain(`${file} ${statement}`);
});

test.each(ALLOWED)('%s may contain: %s', (file, statement) => {
  expect(refusals).not.toContain(`${file} ${statement}`);
});

/** Runs the linter once over files with these statements, one per line; returns the rejected ones. */
function lint(cases: typeof REFUSED) {
  const root = mkdtempSync(join(tmpdir(), 'bindery-boundaries-'));
  const files = Map.groupBy(cases, ([file]) => file);
  copyFileSync('biome.json', join(root, 'biome.json'));
  cpSync('.biome', join(root, '.biome'), { recursive: true });
  for (const [file, statements] of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), statements.map(([, statement]) => statement).join('\n'));
  }
  const { stdout } = spawnSync(
    process.execPath,
    [resolve('node_modules/@biomejs/biome/bin/biome'), ...LINT],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  rmSync(root, { recursive: true });
  const report: Report = JSON.parse(stdout);
  return report.diagnostics.map(({ location: { path, range } }) => {
    const [, statement] = files.get(path)?.[range.start.line - 1] ?? [];
    return `${path} ${statement}`;
  });
}
