import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ApiError } from '@bindery/backend/kernel/http/api-error.ts';
import { createLabels } from '@bindery/contract/records/resources/labels.ts';
import type { Resource, ResourceField } from '@bindery/contract/schema/index.ts';

/** The styles of both pages. */
const STYLES = join(import.meta.dirname, 'app-page.module.css');

/** How each kind of field that fits in a line is rendered, by the expression of its value and its texts. */
const SHOWN: Partial<Record<ResourceField['kind'], (value: string, texts: string) => string>> = {
  text: (value) => value,
  longText: (value) => value,
  email: (value) => value,
  integer: (value) => value,
  decimal: (value) => value,
  date: (value) => `useDate(${value})`,
  datetime: (value) => `useDate(${value})`,
  select: (value, texts) => `${value} && t(\`${texts}.\${${value}}\`)`,
  reference: (value) => `${value}?.label`,
};

/** The kinds whose values are numbers, which the title of a page is not. */
const NUMBERS: Partial<Record<ResourceField['kind'], true>> = { integer: true, decimal: true };

/** The most fields that the page of a record shows. */
const MAX_FIELDS = 8;

/** A resource with what its pages show of it. */
interface Shown extends Pick<Resource, 'name' | 'singular'> {
  readonly resource: Resource;
  /** The name of its icon, as in the manager. */
  readonly icon: string;
  /** The field that names a record. */
  readonly label: string;
  readonly fields: readonly ResourceField[];
}

/**
 * Returns the files of two pages of the app, a list of records with its tab and the page of a record: texts
 * by path, below the product's folder. From then on they belong to the developer: they show how a page reads
 * the API, what it renders meanwhile and without records, and where its texts are.
 */
export function appPageFiles(resource: Resource): Readonly<Record<string, string>> {
  const { name, singular } = resource;
  const all = Object.values(resource.fields);
  // A label that is a template is no field: the first text, or number, is the heading.
  const named =
    all.find((field) => field.name === resource.label) ??
    all.find((field) => SHOWN[field.kind]?.('', '') === '');
  const label = named?.name ?? 'id';
  const others = all.filter(({ kind, name }) => SHOWN[kind] && name !== label);
  const { icon = 'Layers' } = resource;
  const shown = { resource, name, singular, icon, label, fields: others.slice(0, MAX_FIELDS) };
  const folder = `frontend/extensions/${name}`;
  return {
    [`${folder}/list-page.tsx`]: listPage(shown),
    [`${folder}/record-page.tsx`]: recordPage(shown),
    [`${folder}/pages.module.css`]: readFileSync(STYLES, 'utf8'),
    [`${folder}/pages.ts`]: pages(shown),
    [`${folder}/feature.ts`]: feature(shown),
    [`${folder}/texts.ts`]: texts(shown),
    [`${folder}/locales/en.json`]: `${JSON.stringify(english(shown), null, 2)}\n`,
  };
}

/**
 * Writes the files of the pages of a resource into the product's folder, and returns their paths in it.
 * Throws CONFLICT, and writes nothing, if one of them exists: it may be the developer's own.
 */
export function writeAppPage(root: string, resource: Resource): string[] {
  const files = Object.entries(appPageFiles(resource));
  const taken = files.find(([path]) => existsSync(join(root, path)));
  if (taken) {
    const message = `${taken[0]} already exists`;
    // The page shows a reason instead of the general text of the code.
    throw new ApiError('CONFLICT', { message, reason: { message } });
  }
  for (const [path, text] of files) {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { flag: 'wx' });
  }
  return files.map(([path]) => path);
}

/** The expression of a field's value. */
const shownValue = ({ name }: Shown, field: ResourceField): string =>
  SHOWN[field.kind]!(`item.${field.name}`, `${name}.values.${field.name}`);

/** The import of what renders these fields. */
const importsOf = (fields: readonly ResourceField[]): string =>
  fields.some((field) => SHOWN[field.kind]!('', '').startsWith('useDate'))
    ? `import { useDate } from '@bindery/frontend/i18n';\n`
    : '';

function listPage(shown: Shown): string {
  const { name, label, icon, fields } = shown;
  const second = fields[0];
  return `import { AppLink, Button, EmptyState, Skeleton } from '@bindery/frontend/components';
import { api, type RecordIn } from '@bindery/frontend/http';
${importsOf(fields.slice(0, 1))}import { type Reading, usePageTitle, useRead } from '@bindery/frontend/pages';
import { ${[...new Set(['CloudOff', icon])].sort().join(', ')} } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import styles from './pages.module.css';

/** The request of pages.ts, so that its response is already in the document. */
const first = { query: { _start: 0, _end: 50 } };

/** Renders the first records; each row leads to the page of its record. */
export function Component() {
  const { t } = useTranslation();
  const { data = [], state, again } = useRead(api.${name}.list, first);
  usePageTitle();
  return (
    <>
      <h1>{t('${name}.title')}</h1>
      <ul className={styles.list} aria-busy={state === 'loading'}>
        {data.map((item) => (
          <Row key={item.id} item={item} />
        ))}
      </ul>
      {data.length === 0 && <NoRows state={state} again={again} />}
    </>
  );
}

function Row({ item }: { item: RecordIn<'${name}'> }) {
${second ? '  const { t } = useTranslation();\n' : ''}  return (
    <li>
      <AppLink className={styles.row} to={\`/app/${name}/\${item.id}\`}>
        <bdi className={styles.label}>{item.${label}}</bdi>${
          second
            ? `
        <span className={styles.second}>
          {t('${name}.fields.${second.name}')}: <bdi>{${shownValue(shown, second)}}</bdi>
        </span>`
            : ''
        }
      </AppLink>
    </li>
  );
}

/** Renders what is there before the first response, after a failed one, and while there are no records. */
function NoRows({ state, again }: Pick<Reading<unknown>, 'state' | 'again'>) {
  const { t } = useTranslation();
  if (state === 'loading') return <Skeleton block="5rem" />;
  if (state === 'ready') return <EmptyState icon={${icon}} title={t('${name}.none')} />;
  return (
    <EmptyState icon={CloudOff} title={t('${name}.failed')}>
      <Button onClick={again}>{t('common.tryAgain')}</Button>
    </EmptyState>
  );
}
`;
}

function recordPage(shown: Shown): string {
  const { resource, name, label, fields } = shown;
  const asText = NUMBERS[resource.fields[label]?.kind ?? 'text'] ? '?.toString()' : '';
  const facts = fields.map((field) => {
    const value = shownValue(shown, field);
    return `        <div>
          <dt>{t('${name}.fields.${field.name}')}</dt>
          <dd>{${value}}</dd>
        </div>`;
  });
  return `import { AppLink, Button, buttonClass, ErrorMessage, Skeleton } from '@bindery/frontend/components';
import { api, type RecordIn } from '@bindery/frontend/http';
${importsOf(fields)}import { usePageTitle, useRead } from '@bindery/frontend/pages';
import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import styles from './pages.module.css';

/** Renders one record. */
export function Component() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const { data, state, isMissing, again } = useRead(api.${name}.read, { params: { id } });
  usePageTitle(data?.${label}${asText} ?? t('${name}.title'));
  if (isMissing) return <ErrorMessage kind="404" />;
  return (
    <>
      <AppLink className={buttonClass('quiet', styles.back)} to="/app/${name}">
        <ArrowLeft className={styles.arrow} size={18} aria-hidden="true" />
        {t('${name}.title')}
      </AppLink>
      {data && <Facts item={data} />}
      {state === 'loading' && !data && <Skeleton block="5rem" />}
      {state === 'failed' && <Button onClick={again}>{t('common.tryAgain')}</Button>}
    </>
  );
}

function Facts({ item }: { item: RecordIn<'${name}'> }) {
${fields.length > 0 ? '  const { t } = useTranslation();\n' : ''}  return (
    <>
      <h1 dir="auto" className={styles.heading}>
        {item.${label}}
      </h1>
      <dl className={styles.facts}>
${facts.join('\n')}
      </dl>
    </>
  );
}
`;
}

const pages = ({ name }: Shown) => `import type { ExtensionPages } from '@bindery/frontend/pages';

export default {
  '/app/${name}': {
    area: 'app',
    component: 'extensions/${name}/list-page.tsx',
    title: '${name}.title',
    resource: '${name}',
    namespaces: ['${name}'],
    menu: 'tabs',
    data: '/api/${name}?_start=0&_end=50',
  },
  '/app/${name}/:id': {
    area: 'app',
    component: 'extensions/${name}/record-page.tsx',
    resource: '${name}',
    data: '/api/${name}/:id',
  },
} satisfies ExtensionPages;
`;

const feature = ({
  name,
  singular,
  icon,
}: Shown) => `import type { AppFeature } from '@bindery/frontend/pages';
import { ${icon} } from 'lucide-react';

export default {
  to: '/app/${name}',
  icon: ${icon},
  tab: '${name}.title',
  intro: '${name}.intro',
  browse: '${name}.title',
  reads: '${singular}',
} satisfies AppFeature;
`;

const texts = ({ name }: Shown) => `import type ${name} from './locales/en.json';

declare module '@bindery/frontend/i18n' {
  interface English {
    ${name}: typeof ${name};
  }
}
`;

/** The English texts of the pages; other languages are files beside it, and show these until then. */
function english({ resource, fields }: Shown): object {
  const labels = createLabels((key, _, fallback) => fallback ?? key, 'en');
  const title = labels.plural(resource);
  const plural = title.toLowerCase();
  const values = fields.flatMap((field) => {
    const options = field.values?.map((value) => [value, labels.option(resource, field, value)]);
    return options ? [[field.name, Object.fromEntries(options)]] : [];
  });
  return {
    title,
    intro: `All ${plural} in one list.`,
    none: `No ${plural} yet`,
    failed: `The ${plural} could not be loaded`,
    fields: Object.fromEntries(fields.map((field) => [field.name, labels.field(resource, field)])),
    ...(values.length > 0 && { values: Object.fromEntries(values) }),
  };
}
