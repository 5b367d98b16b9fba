import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { productRoot } from '@bindery/contract/api/product.ts';
import { type DynamicDefault, isDynamicDefault } from '@bindery/contract/schema/dynamic-default.ts';
import { CONFIG_FILE } from '../load-config.ts';
import { type EntryDraft, exportOf, type FieldDraft, USUAL_GROUP } from './draft.ts';

/** The names under which a config imports kinds and dynamic defaults, where they are not their own. */
export type LocalNames = ReadonlyMap<string, string>;

/** Returns the lines of an entry as they stand in `resources.config.ts`: indented, and with a comma at the end. */
export function entrySource(draft: EntryDraft, localNames: LocalNames): string {
  const { name, group, fields, rights } = draft;
  const parts = [
    ...(group === USUAL_GROUP ? [] : [`group: ${JSON.stringify(group)}`]),
    `fields: {\n${fields.map((field) => `${field.name}: ${fieldSource(field, localNames)}`).join(',\n')}\n}`,
    `rights: ${JSON.stringify(rights)}`,
  ];
  const source = format(`export default defineResources({\n${name}: {\n${parts.join(',\n')}\n}\n});\n`);
  // The first and the last line are those of the call around it.
  return source.trimEnd().split('\n').slice(1, -1).join('\n');
}

function fieldSource({ kind, argument, options }: FieldDraft, localNames: LocalNames): string {
  const values = Object.entries(options).map(
    ([name, value]) =>
      `${name}: ${isDynamicDefault(value) ? defaultCode(value, localNames) : JSON.stringify(value)}`,
  );
  const given = [
    ...(argument === undefined ? [] : [JSON.stringify(argument)]),
    ...(values.length === 0 ? [] : [`{ ${values.join(', ')} }`]),
  ];
  return `${localNames.get(kind) ?? kind}(${given.join(', ')})`;
}

/** The code of a dynamic default: `now`, `currentUser.id`. */
const defaultCode = ({ from }: DynamicDefault, localNames: LocalNames): string => {
  const exported = exportOf(from);
  return (localNames.get(exported) ?? exported) + from.slice(exported.length);
};

/** Formats source code as the linter requires it. Throws an Error with what it says about code that is none. */
export function format(source: string): string {
  const root = productRoot();
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [biome, 'format', `--stdin-file-path=${CONFIG_FILE}`],
    { cwd: root, input: source, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`Biome could not format the entry: ${stderr || stdout}`);
  return stdout;
}
