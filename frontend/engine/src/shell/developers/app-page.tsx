import type { FirstSteps } from '@bindery/contract/api/developers/routes.ts';
import { useTranslation } from 'react-i18next';
import { CodeBlock, CopiedText } from './code-block.tsx';
import { withCode } from './with-code.tsx';

/** The resource that the page lists. */
type Shown = FirstSteps['first'];

/** Renders how a product adds a page to the app: the files of a list of records with a tab. */
export function AppPage({ docs, ...shown }: Shown & { docs: string }) {
  const { t } = useTranslation();
  const address = `/app/${shown.name}`;
  return (
    <>
      <p>{withCode(t('developers.firstSteps.appPage.text', { address: `\`${address}\`` }))}</p>
      {Object.entries(filesOf(shown)).map(([file, text]) => (
        <CodeBlock key={file} file={`frontend/extensions/${shown.name}/${file}`} text={text} />
      ))}
      <p>
        {t('developers.firstSteps.appPage.more')} <CopiedText text={`${docs}/extensions.md#pages`} />
      </p>
    </>
  );
}

/** Returns the files of a page of the app that lists records, and of its tab and title, by name. */
export function filesOf({ name, singular, field }: Shown): Readonly<Record<string, string>> {
  const title = name.replace(/^./, (letter) => letter.toUpperCase());
  return {
    [`${name}-page.tsx`]: `import { api } from '@bindery/frontend/http';
import { usePageTitle, useRead } from '@bindery/frontend/pages';

export function Component() {
  const { data = [] } = useRead(api.${name}.list, { query: { _end: 20 } });
  usePageTitle();
  return (
    <>
      <h1>${title}</h1>
      <ul>{data.map((one) => <li key={one.id}>{one.${field}}</li>)}</ul>
    </>
  );
}`,
    'pages.ts': `export default {
  '/app/${name}': {
    area: 'app',
    component: 'extensions/${name}/${name}-page.tsx',
    title: '${name}.title',
    namespaces: ['${name}'],
    menu: 'tabs',
  },
};`,
    'feature.ts': `import { Folder as icon } from 'lucide-react';
const [to, title, intro] = ['/app/${name}', '${name}.title', '${name}.intro'];
export default { to, icon, tab: title, intro, browse: title, reads: '${singular}' };`,
    'locales/en.json': `{ "title": "${title}", "intro": "All ${name} in one list." }`,
  };
}
