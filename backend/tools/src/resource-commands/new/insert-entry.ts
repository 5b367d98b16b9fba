import { parseSync } from 'vite';
import { CommandError } from '../command.ts';
import { type EntryDraft, importsOf } from './draft.ts';
import { entrySource, format, type LocalNames } from './entry-source.ts';

const SCHEMA = /^@bindery\/contract\/schema\/index\.ts$/;

type Program = ReturnType<typeof parseSync>['program'];

/**
 * Returns the lines of a new entry, and the source of the config with it and what it needs imported: the rest of
 * it is as it was. A source that the linter takes stays one. The entry comes last, or before `users` where that comes last.
 *
 * @throws CommandError where the source has no list of entries to add to.
 */
export function insertEntry(
  source: string,
  draft: EntryDraft,
): { readonly entry: string; readonly after: string } {
  const { program, errors } = parseSync('resources.config.ts', source);
  if (errors.length > 0) throw new CommandError(`resources.config.ts: ${errors[0]!.message}`);
  const imported = importOf(program);
  const names: LocalNames = new Map(imported?.names ?? []);
  const entry = entrySource(draft, names);
  const missing = importsOf(draft).filter((name) => !names.has(name));
  const inserted = insertAt(source, placeIn(program, source), withLineEnds(entry, source));
  // The imports stand before the entries, whose place has been used by now.
  const after = missing.length === 0 ? inserted : withImports(inserted, imported, missing);
  // Entries that stand beside roles are indented further, and one of them would fail the linter as it is.
  return { entry, after: format(source) === source ? format(after) : after };
}

interface Import {
  readonly start: number;
  readonly end: number;
  readonly from: string;
  readonly specifiers: readonly string[];
  /** The names in the source, by the exported ones. */
  readonly names: ReadonlyMap<string, string>;
}

/** Finds the import of values from `contract/engine/src/schema`; one of everything under one name has no list to add to. */
function importOf(program: Program): Import | undefined {
  for (const statement of program.body) {
    if (statement.type !== 'ImportDeclaration' || statement.importKind === 'type') continue;
    const named = statement.specifiers.filter((one) => one.type === 'ImportSpecifier');
    if (!SCHEMA.test(statement.source.value) || named.length < statement.specifiers.length) continue;
    const all = named.map(({ imported, local, importKind }) => ({
      exported: imported.type === 'Identifier' ? imported.name : imported.value,
      local: local.name,
      isType: importKind === 'type',
    }));
    return {
      ...{ start: statement.start, end: statement.end, from: statement.source.value },
      specifiers: all.map(
        ({ exported, local, isType }) =>
          `${isType ? 'type ' : ''}${exported === local ? exported : `${exported} as ${local}`}`,
      ),
      names: new Map(all.map(({ exported, local }) => [exported, local])),
    };
  }
  return undefined;
}

function withImports(source: string, imported: Import | undefined, added: readonly string[]): string {
  const { start, end, from, specifiers } = imported ?? {
    ...{ start: 0, end: 0, from: '@bindery/contract/schema/index.ts', specifiers: [] },
  };
  const all = [...specifiers, ...added].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  const statement = format(`import { ${all.join(', ')} } from '${from}';\n`);
  const code = withLineEnds(imported ? statement.trimEnd() : statement, source);
  return source.slice(0, start) + code + source.slice(end);
}

const sortKey = (specifier: string): string => specifier.replace(/^type /, '').toLowerCase();

interface Place {
  readonly at: number;
  /** Whether the entry before has no comma yet. */
  readonly needsComma: boolean;
}

/** Finds where an entry goes: behind the last one, except `users`. */
function placeIn(program: Program, source: string): Place {
  for (const statement of program.body) {
    if (statement.type !== 'ExportDefaultDeclaration') continue;
    const { declaration } = statement;
    const entries = declaration.type === 'CallExpression' ? declaration.arguments[0] : undefined;
    if (entries?.type !== 'ObjectExpression') continue;
    const isUsers = (property: (typeof entries.properties)[number]) =>
      property.type === 'Property' && property.key.type === 'Identifier' && property.key.name === 'users';
    const [last, beforeLast] = entries.properties.toReversed();
    if (last === undefined) return { at: entries.start + 1, needsComma: false };
    return placeBehind(source, isUsers(last) && beforeLast ? beforeLast.end : last.end);
  }
  throw new CommandError(
    'resources.config.ts has no "export default defineResources({ … })" to add the entry to.',
  );
}

/** Behind the comma of an entry, and a comment on its line. */
function placeBehind(source: string, end: number): Place {
  const comma = /^\s*,/.exec(source.slice(end));
  if (!comma) return { at: end, needsComma: true };
  const at = end + comma[0].length;
  return {
    at: at + (/^[^\S\n]*\/\/[^\n]*/.exec(source.slice(at))?.[0].trimEnd().length ?? 0),
    needsComma: false,
  };
}

function insertAt(source: string, { at, needsComma }: Place, entry: string): string {
  const lineEnd = lineEndOf(source);
  const rest = source.slice(at);
  const before = `${source.slice(0, at)}${needsComma ? ',' : ''}${lineEnd}`;
  return `${before}${entry}${/^\s*\n/.test(rest) ? '' : lineEnd}${rest}`;
}

const lineEndOf = (source: string): string => (source.includes('\r\n') ? '\r\n' : '\n');

const withLineEnds = (code: string, source: string): string => code.replaceAll('\n', lineEndOf(source));
