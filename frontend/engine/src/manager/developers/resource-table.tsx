import type { DeveloperOverview } from '@bindery/contract/api/developers/routes.ts';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { formatCount, formatSize } from './figures.ts';
import { DataTable, Section } from './section.tsx';

interface ResourceTableProps {
  resources: DeveloperOverview['resources'];
  /** The name of the resource whose details are shown. */
  current: string | null;
}

/** Renders all resources, each as a link to its details. */
export function ResourceTable({ resources, current }: ResourceTableProps) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const title = t('developers.page.resources.title');
  return (
    <Section title={title}>
      <DataTable
        title={title}
        heads={[
          t('developers.page.resources.resource'),
          t('developers.page.resources.table'),
          { figures: t('developers.page.resources.rows') },
          { figures: t('developers.page.resources.size') },
          { figures: t('developers.page.resources.endpoints') },
          { figures: t('developers.page.resources.missing') },
        ]}
        none={t('developers.page.resources.none')}
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
          formatCount(language, rows),
          formatSize(language, bytes),
          formatCount(language, endpoints),
          formatCount(language, missingTexts),
        ])}
      />
    </Section>
  );
}
