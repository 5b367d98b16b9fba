import { useTranslation } from 'react-i18next';
import { CodeBlock, CopiedText } from './code-block.tsx';
import { withCode } from './with-code.tsx';

/** Renders how a product adds a page to the app: the lines of the smallest one, for a resource. */
export function AppPage({ resource, docs }: { resource: string; docs: string }) {
  const { t } = useTranslation();
  const folder = `frontend/extensions/${resource}`;
  return (
    <>
      <p>{withCode(t('developers.firstSteps.appPage.text', { address: `\`/app/${resource}\`` }))}</p>
      <CodeBlock file={`${folder}/pages.ts`} text={pagesOf(resource)} />
      <CodeBlock file={`${folder}/${resource}-page.tsx`} text={componentOf(resource)} />
      <p>
        {t('developers.firstSteps.appPage.more')} <CopiedText text={`${docs}/extensions.md#pages`} />
      </p>
    </>
  );
}

/** Returns the `pages.ts` of the smallest page of the app. */
export const pagesOf = (resource: string): string => `export default {
  '/app/${resource}': {
    area: 'app',
    component: 'extensions/${resource}/${resource}-page.tsx',
  },
};`;

/** Returns the module of the smallest page of the app. */
export const componentOf = (resource: string): string => `export function Component() {
  return <h1>${resource.replace(/^./, (letter) => letter.toUpperCase())}</h1>;
}`;
