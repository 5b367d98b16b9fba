import type { DeveloperOverview } from '@bindery/contract/api/developers/routes.ts';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { DataTable, rowsOf, Section, sizeOf } from './section.tsx';

interface ResourceTableProps {
  resources: DeveloperOverview['resources'];
  /** The name of the resource whose details are shown. */
  current: string | null;
}

/** Renders all resources, each as a link to its details. */
export function ResourceTable({ resources, current }: ResourceTableProps) {
  return (
    <Section title="Resources">
      <DataTable
        label="Resources"
        heads={['Resource', 'Table', 'Rows', 'Size', 'Endpoints', 'Missing texts']}
        none="resources.config.ts has no entries."
        rows={resources.map(({ name, table, rows, bytes, endpoints, missingTexts }) => [
          name,
          <AppLink
            key={name}
            to={`/manager/developers?resource=${name}`}
            aria-current={name === current || undefined}
          >
            {name}
          </AppLink>,
          table,
          rowsOf(rows),
          sizeOf(bytes),
          endpoints,
          missingTexts,
        ])}
      />
    </Section>
  );
}
