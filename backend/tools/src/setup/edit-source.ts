import { parseAst } from 'vite';
import { exportedObject, type Range } from '#tools/resource-commands/exported-object.ts';

/** Returns the source with new code as the value of a property in the call of `defineProduct`. */
export function replaceProperty(source: string, name: string, code: string): string {
  const property = propertyOf(source, name);
  if (!property) throw new Error(`product.ts has no "${name}" to change`);
  return replaceRange(source, property.value, code);
}

/** Returns the source without a property in the call of `defineProduct`. */
export function removeProperty(source: string, name: string): string {
  const property = propertyOf(source, name);
  return property ? replaceRange(source, wholeLines(source, property.start, property.end), '') : source;
}

/** Returns the string that is the value of a property in the call of `defineProduct`; empty if it is none. */
export function readProperty(source: string, name: string): string {
  const literal = propertyOf(source, name)?.value.literal;
  return typeof literal === 'string' ? literal : '';
}

function propertyOf(source: string, name: string) {
  const { properties } = exportedObject(source, 'product.ts has no "export default defineProduct({ … })"');
  return properties.find((property) => property.name === name);
}

/**
 * Returns the source without these entries in the call of `defineResources`, and without the imports that
 * only they used. Missing entries are ignored.
 */
export function removeEntries(source: string, names: readonly string[]): string {
  const { properties } = exportedObject(
    source,
    'resources.config.ts has no "export default defineResources({ … })"',
  );
  const entries = properties.filter(({ name }) => names.includes(name));
  const rest = entries.reduceRight(
    (text, { start, end }) => replaceRange(text, wholeLines(text, start, end), ''),
    source,
  );
  return withoutUnusedImports(rest);
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

/** Extends a range over the comma and white space after it, and over its indentation at a line's start. */
function wholeLines(source: string, start: number, end: number): Range {
  const rest = /^,?[^\S\n]*\n?/.exec(source.slice(end))![0];
  const indentation = rest.endsWith('\n') ? /(?<=\n)[^\S\n]*$/.exec(source.slice(0, start))?.[0] : undefined;
  return { start: start - (indentation?.length ?? 0), end: end + rest.length };
}

/** The start of the starter's README: title, introduction and pictures. */
const OF_STARTER = /^# Bindery\n\nA starter web app[\s\S]*?(?=^## )/m;

/** Escapes a name or sentence for Markdown, where `&` has a meaning only as the start of an entity. */
const plain = (text: string): string => text.replaceAll(/[\\`*_[\]<>#|]|&(?=#?\w+;)/g, '\\$&');

/**
 * Returns README.md with the name of the product as its title. The first time, the description of the starter
 * is replaced too; the instructions to run and change the product stay.
 */
export function readmeOf(
  source: string,
  { name, description }: { readonly name: string; readonly description: string | undefined },
): string {
  const title = `# ${plain(name)}\n`;
  if (!OF_STARTER.test(source)) return source.replace(/^# .*\n/, () => title);
  const about = description === undefined ? '' : `\n${plain(description)}\n`;
  const origin = `
Based on [Bindery](https://github.com/bindery-app/bindery), and follows [its later versions](docs/upgrading.md).
[\`resources.config.ts\`](resources.config.ts) defines what it manages, [\`product.ts\`](product.ts) its name and look. Everything else is
in the [documentation](docs/README.md).

`;
  return source.replace(OF_STARTER, () => title + about + origin);
}
