import { createHash } from 'node:crypto';
import { fieldsOf } from '@bindery/contract/records/resources/fields.ts';
import type { Resource, ResourceField } from '@bindery/contract/schema/index.ts';

/** The pages that can be ejected: the slots of `manager.ts` with the same names. */
export const pageNames = ['list', 'show', 'create', 'update', 'form', 'import'] as const;

/** A page that can be ejected. */
export type PageName = (typeof pageNames)[number];

/** Other words for pages, as used in other products. */
const aliases: Readonly<Record<string, PageName>> = { edit: 'update', new: 'create', fields: 'form' };

/** Returns the page with a name; undefined if there is none. */
export const pageNamed = (name: string): PageName | undefined =>
  pageNames.find((known) => known === name) ?? (Object.hasOwn(aliases, name) ? aliases[name] : undefined);

/** The known words, for suggestions after an unknown one. */
export const pageWords: readonly string[] = [...pageNames, ...Object.keys(aliases)];

/** Returns the module of a page in the folder of its extension. */
export const moduleOf = (page: PageName) =>
  `manager/${page === 'form' ? 'form-fields' : `${page}-page`}.tsx` as const;

/** The source of a page: hashes of the fields and of other parts of the entry, by their names. */
interface EntryState {
  readonly fields: ReadonlyMap<string, string>;
  readonly parts: ReadonlyMap<string, string>;
}

/** The first lines of an ejected page. */
export interface EntryComment extends EntryState {
  readonly resource: string;
  readonly page: PageName;
}

const hash = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 8);

const inForms = ({ kind, to, required, when, readOnly }: ResourceField) => [
  kind,
  to,
  required,
  when,
  readOnly,
];
const layoutOf = ({ layout }: Resource) => layout.map(({ name, fields, columns }) => [name, fields, columns]);
const forms = { fields: inForms, parts: (resource: Resource) => ({ layout: layoutOf(resource) }) };

/** The dependencies of each page, so that other changes require no review. */
const dependencies = {
  list: {
    fields: ({ kind, to, sort }: ResourceField) => [kind, to, sort],
    parts: ({ list }: Resource) => ({ list }),
  },
  show: {
    fields: ({ kind, to }: ResourceField) => [kind, to],
    parts: (resource: Resource) => ({ label: resource.label, layout: layoutOf(resource) }),
  },
  create: forms,
  update: forms,
  form: forms,
  // The steps of an import read the fields from the entry.
  import: { fields: undefined, parts: () => ({}) },
} satisfies Record<PageName, object>;

/** Returns the dependencies of a page in the entry of a resource. */
export function entryState(resource: Resource, page: PageName): EntryState {
  const { fields, parts } = dependencies[page];
  const all = page === 'list' ? fieldsOf(resource) : Object.values<ResourceField>(resource.fields);
  return {
    fields: new Map(fields ? all.map((field) => [field.name, hash(fields(field))]) : []),
    parts: new Map(Object.entries(parts(resource)).map(([name, value]) => [name, hash(value)])),
  };
}

const COMMENT = /^\/\/ Made from (\w+) for (\w+): \{([^}]*)\}(.*)$/m;

const write = (hashes: ReadonlyMap<string, string>) =>
  [...hashes].map(([name, value]) => `${name}=${value}`).join(' ');

const read = (text: string): ReadonlyMap<string, string> =>
  new Map([...text.matchAll(/(\w+)=(\w+)/g)].map(([, name = '', value = '']) => [name, value]));

/** Returns the line of an ejected page that states its source. */
export const formatComment = (resource: Resource, page: PageName): string => {
  const { fields, parts } = entryState(resource, page);
  return `// Made from ${resource.name} for ${page}: { ${write(fields)} } ${write(parts)}`;
};

/** Reads the source of a page; undefined if no command wrote the page. */
export function readComment(source: string): EntryComment | undefined {
  const [, resource, page, fields = '', parts = ''] = COMMENT.exec(source) ?? [];
  if (resource === undefined || page === undefined || !Object.hasOwn(dependencies, page)) return undefined;
  return { resource, page: page as PageName, fields: read(fields), parts: read(parts) };
}

/** Returns a page whose line states the current entry as its source. */
export const replaceComment = (source: string, resource: Resource, page: PageName): string =>
  source.replace(COMMENT, () => formatComment(resource, page));

/** The differences between two states, by name. */
export interface EntryChanges {
  /** Fields with a new name, which the entry states with `was`: `heading → title`. */
  readonly renamed: readonly string[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
  /** Other parts of the entry: `list`, `label`, `layout`. */
  readonly parts: readonly string[];
}

/**
 * Compares two states.
 * @param formerNames the former names of fields, by their current names
 */
export function compareStates(
  before: EntryState,
  now: EntryState,
  formerNames: ReadonlyMap<string, string> = new Map(),
): EntryChanges {
  const renamed = [...formerNames].filter(
    ([name, former]) =>
      now.fields.has(name) &&
      !before.fields.has(name) &&
      before.fields.has(former) &&
      !now.fields.has(former),
  );
  const nameOf = new Map(renamed.map(([name, former]) => [former, name]));
  const fields = new Map([...before.fields].map(([name, value]) => [nameOf.get(name) ?? name, value]));
  const different = (from: ReadonlyMap<string, string>, to: ReadonlyMap<string, string>) =>
    [...to.keys()].filter((name) => from.has(name) && from.get(name) !== to.get(name));
  return {
    renamed: renamed.map(([name, former]) => `${former} → ${name}`),
    added: [...now.fields.keys()].filter((name) => !fields.has(name)),
    removed: [...fields.keys()].filter((name) => !now.fields.has(name)),
    changed: different(fields, now.fields),
    parts: different(before.parts, now.parts),
  };
}
