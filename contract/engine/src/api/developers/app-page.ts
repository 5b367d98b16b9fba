import type { FirstSteps } from './routes.ts';

/** What a page of the app lists: a resource, and the field that names its records. */
export type ShownInApp = FirstSteps['first'];

/**
 * Returns the files of a page of the app that lists records, with its tab and title: their texts by path,
 * below the product's folder.
 */
export function appPageFiles({ name, singular, field }: ShownInApp): Readonly<Record<string, string>> {
  const title = name.replace(/^./, (letter) => letter.toUpperCase());
  const folder = `frontend/extensions/${name}`;
  return {
    [`${folder}/${name}-page.tsx`]: `import { api } from '@bindery/frontend/http';
import { usePageTitle, useRead } from '@bindery/frontend/pages';

/** Renders the first records. */
export function Component() {
  const { data = [] } = useRead(api.${name}.list, { query: { _end: 20 } });
  usePageTitle();
  return (
    <div style={{ display: 'grid', gap: 'var(--space-3)' }}>
      <h1>${title}</h1>
      {data.map((one) => (
        <p key={one.id} className="card" style={{ padding: 'var(--space-4)' }}>
          {one.${field}}
        </p>
      ))}
    </div>
  );
}
`,
    [`${folder}/pages.ts`]: `export default {
  '/app/${name}': {
    area: 'app',
    component: 'extensions/${name}/${name}-page.tsx',
    title: '${name}.title',
    namespaces: ['${name}'],
    menu: 'tabs',
  },
};
`,
    [`${folder}/feature.ts`]: `import { Folder } from 'lucide-react';

export default {
  to: '/app/${name}',
  icon: Folder,
  tab: '${name}.title',
  intro: '${name}.intro',
  browse: '${name}.title',
  reads: '${singular}',
};
`,
    [`${folder}/locales/en.json`]: `{ "title": "${title}", "intro": "All ${name} in one list." }\n`,
  };
}
