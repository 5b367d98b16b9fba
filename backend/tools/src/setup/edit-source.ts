import { parseAst } from 'vite';

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Returns the source with other code as the value of a property of what `defineProduct` is called with. */
export function replaceProperty(source: string, name: string, code: string): string {
  const property = propertiesOf(source).find(({ key }) => key.type === 'Identifier' && key.name === name);
  if (!property) throw new Error(`product.ts has no "${name}" to change`);
  return replaceRange(source, property.value, code);
}

/**
 * Returns the source without these entries of what `defineResources` is called with, and without the imports that only
 * they used. Entries that are not there are left out already.
 */
export function removeEntries(source: string, names: readonly string[]): string {
  const entries = entriesIn(source).entries.filter(({ name }) => names.includes(name));
  const rest = entries.reduceRight(
    (text, { start, end }) => replaceRange(text, wholeLines(text, start, end), ''),
    source,
  );
  return withoutUnusedImports(rest);
}

/** Returns the names of the entries, in their order. */
export const entryNames = (source: string): string[] => entriesIn(source).entries.map(({ name }) => name);

/** The entries of a config, in their order. */
export interface EntryRanges {
  /** Where the first begins, with the comments above it: behind the brace. */
  readonly start: number;
  readonly entries: readonly (Range & { readonly name: string })[];
}

/** Returns where the entries of a config are. Throws when there is no `export default defineResources({ … })`. */
export function entriesIn(source: string): EntryRanges {
  const entries = argumentOfDefault(source);
  if (!entries) throw new Error('resources.config.ts has no "export default defineResources({ … })"');
  const named = entries.properties.flatMap((property) =>
    property.type === 'Property' && property.key.type === 'Identifier'
      ? [{ name: property.key.name, start: property.start, end: property.end }]
      : [],
  );
  const brace = /^\{[^\S\n]*\n?/.exec(source.slice(entries.start))![0];
  return { start: entries.start + brace.length, entries: named };
}

function propertiesOf(source: string) {
  const stated = argumentOfDefault(source);
  if (!stated) throw new Error('product.ts has no "export default defineProduct({ … })"');
  return stated.properties.filter((property) => property.type === 'Property');
}

/** Returns the object that the call of the default export takes; undefined where there is none. */
function argumentOfDefault(source: string) {
  for (const statement of parseAst(source, { lang: 'ts' }).body) {
    if (statement.type !== 'ExportDefaultDeclaration' || statement.declaration.type !== 'CallExpression')
      continue;
    const [stated] = statement.declaration.arguments;
    if (stated?.type === 'ObjectExpression') return stated;
  }
  return undefined;
}

function withoutUnusedImports(source: string): string {
  const unused: Range[] = [];
  for (const statement of parseAst(source, { lang: 'ts' }).body) {
    if (statement.type !== 'ImportDeclaration') continue;
    const body = source.slice(0, statement.start) + source.slice(statement.end);
    for (const { local, start, end } of statement.specifiers)
      if (!new RegExp(`\\b${local.name}\\b`).test(body)) unused.push({ start, end });
  }
  return unused.reduceRight(
    (text, { start, end }) => replaceRange(text, wholeLines(text, start, end), ''),
    source,
  );
}

const replaceRange = (source: string, { start, end }: Range, code: string) =>
  source.slice(0, start) + code + source.slice(end);

/** Extends a range over the comma and the white space behind it, and over its indentation if it begins a line. */
function wholeLines(source: string, start: number, end: number): Range {
  const rest = /^,?[^\S\n]*\n?/.exec(source.slice(end))![0];
  const indentation = rest.endsWith('\n') ? /(?<=\n)[^\S\n]*$/.exec(source.slice(0, start))?.[0] : undefined;
  return { start: start - (indentation?.length ?? 0), end: end + rest.length };
}
