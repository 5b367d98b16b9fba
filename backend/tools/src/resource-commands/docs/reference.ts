import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { actions, fieldKind, type KindName } from '@bindery/contract/schema/index.ts';
import {
  declarationOf,
  docstringBefore,
  type EntryOption,
  parseFile,
  type ReadInterface,
  readInterface,
  type SourceFile,
} from './read-interface.ts';

/** A part of the reference: what one interface of `contract/engine/src/schema` states. */
export interface ReferencePart {
  /** What `npm run resource docs <name>` calls it. */
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly options: readonly EntryOption[];
  /** The options of every field that a kind does not have. */
  readonly without: readonly string[];
  /** Set for the kinds of fields. */
  readonly isKind: boolean;
  /** Set for kinds of one's own (docs/field-kinds.md), which a page of the starter does not list. */
  readonly isOwn?: boolean;
}

/** The sources, which the package has beside what is compiled of them: their docstrings are what it reads. */
const SCHEMA = join(
  dirname(createRequire(import.meta.url).resolve('@bindery/contract/package.json')),
  'src/schema',
);
const KINDS = 'fields/index.ts';
/** Kinds of one's own, in the folder of the product. */
const OWN_KINDS = 'contract/extensions/field-kinds/index.ts';

/**
 * Reads everything that an entry can say from the types and docstrings of `contract/engine/src/schema`; with the folder of a
 * product, also from those of its own kinds of fields.
 */
export function readReference(root?: string): ReferencePart[] {
  const own = root && resolve(root, OWN_KINDS);
  const open = (file: string) => parseFile(file, readFileSync(resolve(SCHEMA, file), 'utf8'));
  const [entry, fields, roles, where] = ['entry.ts', 'fields/field.ts', 'roles.ts', 'where.ts'].map(open);
  const shared = new Map([['ComparedOptions', readInterface(open('fields/compared.ts'), 'ComparedOptions')]]);
  const part = (name: string, title: string, file: SourceFile, type: string): ReferencePart => {
    const read = readInterface(file, type);
    if (!read) throw new Error(`contract/engine/src/schema has no exported interface ${type}.`);
    return { name, title, text: read.doc.text, options: read.options, without: [], isKind: false };
  };
  return [
    part('entry', 'An entry', entry!, 'Entry'),
    part('unique', 'A unique rule over several fields', entry!, 'UniqueEntry'),
    part('layout', 'A section of the form', entry!, 'LayoutSection'),
    part('fields', 'Every field', fields!, 'CommonOptions'),
    ...[KINDS, ...(own && existsSync(own) ? [own] : [])].flatMap((index) =>
      kindsIn(open(index)).map(({ kind, file }) => ({
        ...kindPart(kind, { file: open(join(dirname(index), file)), shared }),
        isOwn: index === own,
      })),
    ),
    part('roles', 'A role', roles!, 'RoleOptions'),
    conditionsPart(where!, part('where', 'Conditions on records', where!, 'RowContext')),
    {
      ...{ name: 'actions', title: 'Actions', options: [], without: [], isKind: false },
      text: `\`${actions.join('`, `')}\`. ${documentation(open('rights.ts'), 'actions')}`,
    },
  ];
}

/** What the function of a condition is given: it states none of it. */
const conditionsPart = (file: SourceFile, context: ReferencePart): ReferencePart => ({
  ...context,
  text: documentation(file, 'RowCondition'),
  options: context.options.map((option) => ({ ...option, isRequired: false })),
});

const documentation = (file: SourceFile, name: string): string => {
  const declaration = declarationOf(file, name);
  return declaration ? docstringBefore(file, declaration.start).text : '';
};

/** The kinds, in the order of the registry, with their files. */
const kindsIn = ({ source }: SourceFile) =>
  [...source.matchAll(/^export \{ (\w+) \} from '\.\/(.+)';$/gm)].map(([, kind, file]) => ({
    kind: kind as KindName,
    file: file!,
  }));

/** A kind of one's own may have no options, or state them otherwise: a test then names those without a docstring. */
const NO_OPTIONS = { options: [], without: [], extending: [] };

const inCode = (value: unknown): string | undefined =>
  typeof value === 'string' ? `'${value}'` : JSON.stringify(value);

interface KindSource {
  readonly file: SourceFile;
  /** The options that several kinds have, by the name of their interface. */
  readonly shared: ReadonlyMap<string, ReadInterface | undefined>;
}

function kindPart(kind: KindName, { file, shared }: KindSource): ReferencePart {
  const { options, without, extending } =
    readInterface(file, `${kind[0]!.toUpperCase()}${kind.slice(1)}Options`) ?? NO_OPTIONS;
  const defaults: Readonly<Record<string, unknown>> = fieldKind(kind).options;
  const text = documentation(file, kind);
  const others = without.length === 0 ? '' : ` It has no \`${without.join('` and no `')}\`.`;
  return {
    ...{ name: kind, title: kind, isKind: true, without, text: text + others },
    options: [...options, ...extending.flatMap((name) => shared.get(name)?.options ?? [])].map((option) => ({
      ...option,
      default: option.default ?? inCode(defaults[option.name]),
    })),
  };
}
