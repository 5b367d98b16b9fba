import { productRoot } from '@bindery/contract/api/product.ts';
import { unknownName } from '@bindery/contract/schema/error.ts';
import { isKindName, kindNames } from '@bindery/contract/schema/fields/kinds.ts';
import { fieldKind, type KindName } from '@bindery/contract/schema/index.ts';
import { CommandError } from '../command.ts';
import type { EntryOption } from '../docs/read-interface.ts';
import { readReference } from '../docs/reference.ts';
import type { FieldDraft } from './draft.ts';
import { parseOption } from './parse-option.ts';

const FORM = 'expected name:kind,option,option=value, such as title:text,required,max=60';

/**
 * Parses a field: `title:text,required,max=60`, `author:reference(authors)`, `state:select(open|returned),default=open`.
 *
 * @throws CommandError that says what is wrong.
 */
export function parseField(text: string): FieldDraft {
  const [, name, kindText, argumentText, rest] =
    /^([^:,(]*):([^,(]*)(?:\(([^()]*)\))?(?:,(.*))?$/s.exec(text) ?? [];
  if (name === undefined || kindText === undefined)
    throw new CommandError(`${JSON.stringify(text)}: ${FORM}.`);
  const kind = parseKind(kindText.trim());
  return {
    name: name.trim(),
    kind,
    argument: parseArgument(kind, argumentText),
    options: parseOptions(kind, rest ?? ''),
  };
}

/** Returns the name of a kind. Throws a CommandError for an unknown one. */
export function parseKind(kind: string): KindName {
  if (isKindName(kind)) return kind;
  throw new CommandError(`The kind ${JSON.stringify(kind)} ${unknownName(kind, kindNames())}`);
}

/** What stands in parentheses: the resource that a reference leads to, or the values of a select. */
export type ArgumentKind = 'resource' | 'values' | undefined;

/** Returns what a kind needs in parentheses, as its options say. */
export function argumentOf(kind: KindName): ArgumentKind {
  const { options } = fieldKind(kind);
  return 'to' in options ? 'resource' : 'values' in options ? 'values' : undefined;
}

function parseArgument(kind: KindName, text: string | undefined): FieldDraft['argument'] {
  const needed = argumentOf(kind);
  const given = text?.trim() ?? '';
  if (needed === undefined) {
    if (text === undefined) return undefined;
    throw new CommandError(`${kind} takes nothing in parentheses, but (${given}).`);
  }
  if (given !== '') return needed === 'resource' ? given : parseValues(given);
  throw new CommandError(
    needed === 'resource'
      ? `${kind} needs a resource to refer to: ${kind}(books).`
      : `${kind} needs its values: ${kind}(open|returned).`,
  );
}

/** Returns the values of a select, which commas, spaces or | separate. */
export const parseValues = (text: string): string[] =>
  text
    .split(/[|,]/)
    .map((value) => value.trim())
    .filter((value) => value !== '');

/**
 * Parses the options of a field: `required,max=60`.
 *
 * @throws CommandError for an unknown option, or a value that is none of it.
 */
export function parseOptions(kind: KindName, text: string): Record<string, unknown> {
  const known = optionsOf(kind);
  const stated = text
    .split(',')
    .map((option) => option.trim())
    .filter((option) => option !== '');
  return Object.fromEntries(
    stated.map((option) => {
      const [, name = '', value] = /^([^=]*)(?:=(.*))?$/s.exec(option) ?? [];
      const found = known.get(name.trim());
      if (!found)
        throw new CommandError(
          `The option ${JSON.stringify(name)} of ${kind} ${unknownName(name, [...known.keys()])}`,
        );
      return [found.name, parseOption(found, value?.trim())];
    }),
  );
}

let reference: ReturnType<typeof readReference> | undefined;

/** Returns the options of a kind by name, with their types as the reference shows them. */
export function optionsOf(kind: KindName): ReadonlyMap<string, EntryOption> {
  reference ??= readReference(productRoot());
  const own = reference.find((part) => part.isKind && part.name === kind);
  const common = reference.find(({ name }) => name === 'fields')?.options ?? [];
  const all = [...common.filter(({ name }) => !own?.without.includes(name)), ...(own?.options ?? [])];
  return new Map(all.map((option) => [option.name, option]));
}
