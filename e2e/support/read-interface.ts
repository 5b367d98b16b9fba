import { parseSync } from 'vite';

/** An option of an entry, from its type and its docstring. */
export interface EntryOption {
  readonly name: string;
  readonly isRequired: boolean;
  /** Its type, as a reader would write it: `'restrict' | 'setNull'`. */
  readonly type: string;
  /** Its description; empty without a docstring. */
  readonly text: string;
  /** Its default, if an entry omits it. */
  readonly default: string | undefined;
  readonly example: string | undefined;
}

/** A docstring: its text and its tags. */
export interface Docstring {
  readonly text: string;
  readonly tags: Readonly<Record<string, string>>;
}

/** An interface with its docstring. */
export interface ReadInterface {
  readonly doc: Docstring;
  readonly options: readonly EntryOption[];
  /** The names of options that it omits from the interface that it extends. */
  readonly without: readonly string[];
  /** The names of the interfaces that it extends completely. */
  readonly extending: readonly string[];
}

type Parsed = ReturnType<typeof parseSync>;
type Statement = Parsed['program']['body'][number];

/** A source file of `contract/engine/src/schema`, parsed once. */
export interface SourceFile {
  readonly source: string;
  readonly parsed: Parsed;
}

/** Parses a source file. */
export const parseFile = (name: string, source: string): SourceFile => ({
  source,
  parsed: parseSync(name, source),
});

/** Returns the docstring that ends right before a position. */
export function docstringBefore({ source, parsed }: SourceFile, position: number): Docstring {
  const comment = parsed.comments.findLast(({ end }) => end <= position);
  const isBeside = comment !== undefined && source.slice(comment.end, position).trim() === '';
  if (!isBeside || comment.type !== 'Block' || !comment.value.startsWith('*')) return { text: '', tags: {} };
  const lines = comment.value.replace(/^\*/, '').split('\n');
  const [text = '', ...tags] = lines
    .map((line) => line.replace(/^\s*\* ?/, ''))
    .join('\n')
    .split(/\n?(?<=^|\n) *@(?=\w)/);
  return {
    text: text.trim(),
    tags: Object.fromEntries(
      tags.map((tag) => {
        const [, name = '', value = ''] = /^(\w+)\s*([\s\S]*)$/.exec(tag) ?? [];
        return [name, value.trim()];
      }),
    ),
  };
}

/** Returns an exported declaration of a file, and its position; undefined if there is none. */
export function declarationOf({ parsed }: SourceFile, name: string) {
  for (const statement of parsed.program.body) {
    const declaration = declarationIn(statement);
    if (declaration?.name === name) return { node: declaration.node, start: statement.start };
  }
  return undefined;
}

function declarationIn(statement: Statement) {
  if (statement.type !== 'ExportNamedDeclaration' || !statement.declaration) return undefined;
  const { declaration: node } = statement;
  if (node.type === 'TSInterfaceDeclaration' || node.type === 'TSTypeAliasDeclaration')
    return { node, name: node.id.name };
  if (node.type !== 'VariableDeclaration') return undefined;
  const id = node.declarations[0]?.id;
  return id?.type === 'Identifier' ? { node, name: id.name } : undefined;
}

/** Reads an exported interface, with the docstrings of its members; undefined if there is none. */
export function readInterface(file: SourceFile, name: string): ReadInterface | undefined {
  const { node, start } = declarationOf(file, name) ?? {};
  if (node?.type !== 'TSInterfaceDeclaration' || start === undefined) return undefined;
  const text = ({ start, end }: { start: number; end: number }) => file.source.slice(start, end);
  const options = node.body.body.flatMap((member): EntryOption[] => {
    if (member.type !== 'TSPropertySignature' || member.key.type !== 'Identifier') return [];
    const doc = docstringBefore(file, member.start);
    const type = member.typeAnnotation?.typeAnnotation;
    return [
      {
        name: member.key.name,
        isRequired: !member.optional,
        type: type ? readableType(text(type)) : 'unknown',
        text: doc.text,
        default: doc.tags.default,
        example: doc.tags.example,
      },
    ];
  });
  return {
    doc: docstringBefore(file, start),
    options,
    without: node.extends.flatMap((one) => omitted(text(one))),
    extending: node.extends.map(text),
  };
}

/** `Omit<CommonOptions, 'unique' | 'sort'>` omits two options. */
const omitted = (extended: string): string[] =>
  extended.startsWith('Omit<') ? [...extended.matchAll(/'(\w+)'/g)].map(([, name]) => name!) : [];

/** Parts of the types of `contract/engine/src/schema`, and their names for a reader of an entry. */
const WORDS: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/\s+/g, ' '],
  [/\breadonly /g, ''],
  [/`\$\{string\}\{\$\{keyof F & string\}\}\$\{string\}`/g, 'template'],
  [/`-\$\{keyof F & string\}`/g, '-field'],
  [/\(keyof F & string\)/g, 'field'],
  [/\bkeyof F & string\b/g, 'field'],
  [/\[\w+ in R \| typeof PUBLIC\]\?/g, '[role]'],
  [/\bRowRulesByRole<\w+>/g, '{ [role]: RowRules }'],
  [/\b(UniqueEntry|LayoutSection)<field>/g, '$1'],
  [/\bOnDelete\b/g, "'restrict' | 'setNull' | 'cascade'"],
  [/\bReadonly<Record<string, V \| null>>/g, '{ [value]: value | null }'],
  [/\bReadonly<Record<string, (.*)>>/g, '{ [name]: $1 }'],
  [/\bCurrentUserOf<\w+>/g, 'currentUser.id'],
  [/\bDynamicDefault<'([\w.]+)'>/g, '$1'],
  [/\bFieldCondition\b/g, '{ [field]: values[] }'],
  [/\bName\b/g, 'field'],
  [/\bV\b/g, 'value'],
  [/^F$/, '{ [field]: Field }'],
  // Type parameters of an entry, with which the compiler checks it.
  [/^Unique$/, 'UniqueEntry[]'],
  [/^When$/, '{ [field]: values[] }'],
  [/^Label$/, 'field | template'],
  [/^Rows$/, '{ [role]: RowRules }'],
  [/^Checked$/, '{ [field]: Field }'],
];

/**
 * Returns a type of `contract/engine/src/schema` as a reader needs it: `readonly (keyof F & string)[]` is
 * `field[]`.
 */
const readableType = (type: string): string =>
  WORDS.reduce((text, [pattern, words]) => text.replace(pattern, words), type).trim();
