import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const REJECTED: [file: string, statement: string][] = [
  ['contract/engine/src/schema/define.ts', `import '@bindery/contract/records/rights.ts'`],
  ['contract/engine/src/schema/define.ts', `import '../rights.ts'`],
  ['contract/engine/src/schema/define.ts', `import '#resources.config'`],
  ['contract/engine/src/schema/fields/text.ts', `import '../../rights.ts'`],
  ['contract/engine/src/schema/fields/text.ts', `import '@bindery/backend/kernel/settings/settings.ts'`],
  ['resources.config.ts', `import { can } from '@bindery/contract/records/rights.ts'`],
  ['resources.config.ts', `import { defineRoutes } from '@bindery/contract/api'`],
  ['contract/extensions/field-kinds/rating.ts', `import { defineRoutes } from '@bindery/contract/api'`],
  ['contract/extensions/index.ts', `import { api } from '@bindery/frontend/http'`],
  ['backend/extensions/loans/hooks.ts', `import { api } from '@bindery/frontend/http'`],
  ['frontend/extensions/loans/loans-page.tsx', `import { newId } from '@bindery/backend/extend'`],
  ['frontend/extensions/loans/loans-page.tsx', `import { Page } from '@bindery/frontend/manager'`],
  ['resources.config.ts', `import './contract/engine/src/records/rights.ts'`],
  ['resources.config.ts', `import { z } from 'zod'`],
  ['contract/engine/src/records/rights.ts', `import '@bindery/backend/kernel/settings/settings.ts'`],
  [
    'contract/engine/src/records/rights.ts',
    `import type { Theme } from '@bindery/frontend/shell/theme/theme.ts'`,
  ],
  ['contract/engine/src/records/rights.ts', `import '../resources.config.ts'`],
  ['contract/engine/src/records/resources/routes.ts', `import '../../backend/settings/settings.ts'`],
  ['backend/engine/src/web/app.ts', `import '@bindery/frontend/start.tsx'`],
  ['backend/engine/src/web/app.ts', `import '../contract/engine/src/records/errors.ts'`],
  ['backend/engine/src/records/resources/list.ts', `export * from '../../contract/errors.ts'`],
  ['frontend/engine/src/start.tsx', `import '@bindery/backend/kernel/settings/settings.ts'`],
  ['frontend/engine/src/start.tsx', `import '../backend/engine/src/kernel/settings/settings.ts'`],
  ['frontend/engine/src/manager/books.tsx', `import '@bindery/backend/kernel/settings/settings.ts'`],
  ['frontend/engine/src/manager/books.tsx', `import '../../contract/errors.ts'`],
  ['frontend/engine/src/shell/auth/auth-provider.ts', `import { useLogin } from '@refinedev/core'`],
  ['frontend/engine/src/shell/auth/auth-provider.ts', `import * as refine from '@refinedev/core'`],
  ['e2e/books.e2e.ts', `import '../backend/engine/src/kernel/settings/settings.ts'`],
  ['frontend/extensions/loans/loans-page.tsx', `import { useQuery } from '@tanstack/react-query'`],
  ['frontend/extensions/loans/parts/list.tsx', `import { useVirtualizer } from '@tanstack/react-virtual'`],
  ...['sign-in', 'account', 'app', 'shell', 'shell/i18n', 'shell/theme', 'shell/auth'].flatMap(
    (folder) =>
      [
        [`frontend/engine/src/${folder}/page.tsx`, `import { Button } from 'antd'`],
        [`frontend/engine/src/${folder}/page.tsx`, `const button = import('antd/es/button')`],
        [`frontend/engine/src/${folder}/page.tsx`, `import { BookOutlined } from '@ant-design/icons'`],
        [`frontend/engine/src/${folder}/page.tsx`, `import { List } from '@refinedev/antd'`],
        [`frontend/engine/src/${folder}/page.tsx`, `import { Refine } from '@refinedev/core'`],
        [`frontend/engine/src/${folder}/page.tsx`, `import { useQuery } from '@tanstack/react-query'`],
        [`frontend/engine/src/${folder}/page.tsx`, `import '../manager/layout.tsx'`],
        [`frontend/engine/src/${folder}/page.tsx`, `import '#frontend/manager/layout.tsx'`],
      ] satisfies [string, string][],
  ),
];

const ALLOWED: typeof REJECTED = [
  ['contract/engine/src/schema/fields/text.ts', `import '../define.ts'`],
  ['contract/engine/src/schema/fields/text.ts', `import { z } from 'zod'`],
  ['resources.config.ts', `import { text } from '@bindery/contract'`],
  ['contract/extensions/field-kinds/rating.ts', `import { field } from '@bindery/contract'`],
  ['contract/extensions/index.ts', `import { defineRoutes } from '@bindery/contract/api'`],
  ['backend/extensions/loans/hooks.ts', `import { ApiError } from '@bindery/backend/extend'`],
  ['frontend/extensions/loans/loans-page.tsx', `import { Button } from '@bindery/frontend/components'`],
  ['frontend/extensions/loans/manager/panel.tsx', `import { Page } from '@bindery/frontend/manager'`],
  ['contract/engine/src/records/rights.ts', `import '#resources.config'`],
  ['contract/engine/src/records/resources/routes.ts', `import '../schema/index.ts'`],
  ['backend/engine/src/records/resources/list.ts', `import '../database/connection.ts'`],
  ['backend/engine/src/records/resources/list.ts', `import '@bindery/contract/records/errors.ts'`],
  ['frontend/engine/src/app/books.tsx', `import '../shell/link.tsx'`],
  ['frontend/engine/src/shell/auth/auth-provider.ts', `import type { AuthProvider } from '@refinedev/core'`],
  ['frontend/engine/src/routes.tsx', `const routes = () => import('./manager/routes.tsx')`],
  ['frontend/engine/src/manager/books.tsx', `import { Table } from 'antd'`],
  ['frontend/engine/src/manager/books.tsx', `import { useQuery } from '@tanstack/react-query'`],
  ['frontend/extensions/loans/manager/panel.tsx', `import { useQuery } from '@tanstack/react-query'`],
  ['e2e/books.e2e.ts', `import '@bindery/backend/testing/server.ts'`],
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

const rejections = lint([...REJECTED, ...ALLOWED]);

test.each(REJECTED)('%s may not contain: %s', (file, statement) => {
  expect(rejections).toContain(`${file} ${statement}`);
});

test.each(ALLOWED)('%s may contain: %s', (file, statement) => {
  expect(rejections).not.toContain(`${file} ${statement}`);
});

/** Runs the linter once over files with these statements, one per line; returns the rejected ones. */
function lint(cases: typeof REJECTED) {
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
