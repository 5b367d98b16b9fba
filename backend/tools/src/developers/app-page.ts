import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ApiError } from '@bindery/backend/kernel/http/api-error.ts';
import { createLabels } from '@bindery/contract/records/resources/labels.ts';
import type { Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import { formatJson } from '#tools/templates/format-json.ts';
import { renderText } from '#tools/templates/render.ts';

/** The styles of both pages. */
const STYLES = join(import.meta.dirname, 'app-page/pages.module.css');
/** The files with a template. */
const SOURCES = ['list-page.tsx', 'record-page.tsx', 'pages.ts', 'feature.ts', 'texts.ts'];

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

/**
 * Returns the files of two pages of the app, a list of records with its tab and the page of a record: texts
 * by path, below the product's folder. From then on they belong to the developer: they show how a page reads
 * the API, what it renders meanwhile and without records, and where its texts are.
 */
export function appPageFiles(resource: Resource): Readonly<Record<string, string>> {
  const { name, singular, icon = 'Layers' } = resource;
  const all = Object.values(resource.fields);
  // A label that is a template is no field: the first text, or number, is the heading.
  const heading =
    all.find((field) => field.name === resource.label) ??
    all.find((field) => SHOWN[field.kind]?.('', '') === '');
  const fields = all.filter((field) => SHOWN[field.kind] && field !== heading).slice(0, MAX_FIELDS);
  const values = {
    name,
    singular,
    icon,
    label: heading?.name ?? 'id',
    isNumber: heading !== undefined && NUMBERS[heading.kind] === true,
    fields: fields.map((field) => {
      const value = SHOWN[field.kind]!(`item.${field.name}`, `${name}.values.${field.name}`);
      return { name: field.name, value, isDate: value.startsWith('useDate(') };
    }),
  };
  const files = {
    ...Object.fromEntries(SOURCES.map((file) => [file, renderText(`developers/app-page/${file}`, values)])),
    'pages.module.css': readFileSync(STYLES, 'utf8'),
    'locales/en.json': formatJson(english(resource, fields)),
  };
  return Object.fromEntries(
    Object.entries(files).map(([file, text]) => [`frontend/extensions/${name}/${file}`, text]),
  );
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

/** The English texts of the pages; other languages are files beside it, and show these until then. */
function english(resource: Resource, fields: readonly ResourceField[]): object {
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
