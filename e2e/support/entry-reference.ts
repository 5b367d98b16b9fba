import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { actions, fieldKind, type KindName } from '@bindery/contract/schema/index.ts';
import { wrapAt } from '@bindery/tools/resource-commands/plan/format-report.ts';
import {
  declarationOf,
  docstringBefore,
  type EntryOption,
  parseFile,
  readInterface,
  type SourceFile,
} from './read-interface.ts';

/** A part of the reference: the options of one interface of `contract/engine/src/schema`. */
interface ReferencePart {
  readonly title: string;
  readonly text: string;
  readonly options: readonly EntryOption[];
  /** Set for the kinds of fields. */
  readonly kind?: KindName;
}

const SCHEMA = join(
  dirname(createRequire(import.meta.url).resolve('@bindery/contract/package.json')),
  'src/schema',
);
const KINDS = 'fields/index.ts';
/** The product's own kinds, in its folder. */
const OWN_KINDS = 'contract/extensions/field-kinds/index.ts';

/**
 * Reads all options of an entry from the types and docstrings of `contract/engine/src/schema`; with the
 * folder of a product, also those of its own kinds of fields.
 */
export function readReference(root?: string): ReferencePart[] {
  const own = root && resolve(root, OWN_KINDS);
  const open = (file: string) => parseFile(file, readFileSync(resolve(SCHEMA, file), 'utf8'));
  const [entry, roles] = [open('entry.ts'), open('roles.ts')];
  const compared = readInterface(open('fields/compared.ts'), 'ComparedOptions')?.options ?? [];
  return [
    part('An entry', entry, 'Entry'),
    part('A unique rule over several fields', entry, 'UniqueEntry'),
    part('A section of the form', entry, 'LayoutSection'),
    part('Every field', open('fields/field.ts'), 'CommonOptions'),
    ...[KINDS, ...(own && existsSync(own) ? [own] : [])].flatMap((index) =>
      kindsIn(open(index)).map(([kind, file]) => kindPart(kind, open(join(dirname(index), file)), compared)),
    ),
    part('A role', roles, 'RoleOptions'),
    {
      ...filtersPart(part('Filters on records', open('where.ts'), 'RowContext')),
      text: docstringOf(open('fields/computed.ts'), 'RowFilterConfig'),
    },
    {
      title: 'Actions',
      text: `\`${actions.join('`, `')}\`. ${docstringOf(open('rights.ts'), 'actions')}`,
      options: [],
    },
  ];
}

function part(title: string, file: SourceFile, type: string): ReferencePart {
  const read = readInterface(file, type);
  if (!read) throw new Error(`contract/engine/src/schema has no exported interface ${type}.`);
  return { title, text: read.doc.text, options: read.options };
}

/** The argument of a row filter: an entry sets none of it. */
const filtersPart = (context: ReferencePart): ReferencePart => ({
  ...context,
  options: context.options.map((option) => ({ ...option, isRequired: false })),
});

function docstringOf(file: SourceFile, name: string): string {
  const declaration = declarationOf(file, name);
  return declaration ? docstringBefore(file, declaration.start).text : '';
}

/** Returns the kinds with their files, in the order of the registry. */
const kindsIn = ({ source }: SourceFile) =>
  [...source.matchAll(/^export \{ (\w+) \} from '\.\/(.+)';$/gm)].map(
    ([, kind, file]) => [kind as KindName, file!] as const,
  );

function kindPart(kind: KindName, file: SourceFile, compared: readonly EntryOption[]): ReferencePart {
  // A product's own kind may have no options, or another name for their interface: a test then reports those
  // options.
  const read = readInterface(file, `${kind[0]!.toUpperCase()}${kind.slice(1)}Options`);
  const { options = [], without = [], extending = [] } = read ?? {};
  const defaults: Readonly<Record<string, unknown>> = fieldKind(kind).options;
  const others = without.length === 0 ? '' : ` It has no \`${without.join('` and no `')}\`.`;
  return {
    title: kind,
    kind,
    text: docstringOf(file, kind) + others,
    options: [...options, ...(extending.includes('ComparedOptions') ? compared : [])].map((option) => ({
      ...option,
      default: option.default ?? inCode(defaults[option.name]),
    })),
  };
}

const inCode = (value: unknown): string | undefined =>
  typeof value === 'string' ? `'${value}'` : JSON.stringify(value);

/** Returns docs/entry-reference.md: the same in every product, so without its own kinds. */
export function referencePage(): string {
  const parts = readReference();
  const firstKind = parts.find(({ kind }) => kind);
  const sections = parts.flatMap((one) => [
    ...(one === firstKind ? ['## The kinds of fields'] : []),
    one.kind ? `### \`${one.title}\`` : `## ${one.title}`,
    ...(one.text ? [wrapAt(0, oneLine(one.text), 120)] : []),
    ...one.options.map(formatOption),
  ]);
  return `# What an entry can say

The options of the entries in \`resources.config.ts\`, generated from the types and docstrings of
\`contract/engine/src/schema\`: an editor shows the same.

${sections.join('\n\n')}
`;
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Formats an option: name, type, default, description and example. */
function formatOption({ name, type, isRequired, text, ...option }: EntryOption): string {
  const ending = isRequired
    ? ', required'
    : option.default === undefined
      ? ''
      : `, default \`${option.default}\``;
  // A boolean that turns something on needs no example.
  const example =
    option.example ??
    (type === 'boolean' ? `${name}: ${option.default === 'true' ? 'false' : 'true'}` : undefined);
  return [
    `- **\`${name}\`**: \`${type}\`${ending}`,
    ...(text ? [wrapAt(2, oneLine(text), 120)] : []),
    ...(example ? [`  Example: \`${oneLine(example)}\``] : []),
  ].join('\n\n');
}
