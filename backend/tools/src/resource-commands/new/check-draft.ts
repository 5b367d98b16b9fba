import { check } from '@bindery/contract/schema/check.ts';
import type { Entry } from '@bindery/contract/schema/entry.ts';
import type { Mistake } from '@bindery/contract/schema/error.ts';
import * as builders from '@bindery/contract/schema/fields/index.ts';
import type { AllResources, Roles } from '@bindery/contract/schema/index.ts';
import { CommandError } from '../command.ts';
import type { EntryDraft, FieldDraft } from './draft.ts';

/** An entry as `check` takes it, also with mistakes that types would catch. */
const asEntry = (entry: object): Entry => entry as Entry;

/** Any field: the checks of one entry ask of others only their names. */
const SOMETHING = { name: builders.text() };

/**
 * Checks the name of a new resource.
 *
 * @throws CommandError for one that is taken, reserved or misspelt.
 */
export function checkName(name: string, resources: AllResources): void {
  if (Object.hasOwn(resources, name)) throw new CommandError(`There is a resource ${name} already.`);
  const mistakes = mistakesOf(name, asEntry({ fields: SOMETHING, rights: {} }), resources);
  const other = mistakes.find((mistake) => mistake.resource !== name);
  if (other) throw new CommandError(`${name} has the same singular as ${other.resource}.`);
  refuse(mistakes, /^(name|singular|managedBy)$/);
}

/**
 * Checks a field of a new resource.
 *
 * @throws CommandError for a name that is taken, reserved or misspelt, and for options that contradict each other.
 */
export function checkFieldDraft(
  field: FieldDraft,
  draft: Pick<EntryDraft, 'name' | 'fields'>,
  resources: AllResources,
): void {
  if (draft.fields.some(({ name }) => name === field.name))
    throw new CommandError(`There is a field ${field.name} already.`);
  const entry = asEntry({ fields: { [field.name]: fieldOf(field) }, rights: {} });
  refuse(mistakesOf(draft.name, entry, resources), /^fields\./);
}

function refuse(mistakes: readonly Mistake[], keys: RegExp): void {
  const [first] = mistakes.filter(({ key }) => keys.test(key));
  if (!first) return;
  const { key, value, problem } = first;
  throw new CommandError(`${key}: ${JSON.stringify(value)} ${problem}${problem.endsWith('?') ? '' : '.'}`);
}

type Build = (...given: unknown[]) => object;

const buildersByKind: ReadonlyMap<string, Build> = new Map(
  Object.entries(builders).map(([kind, build]) => [kind, build as Build]),
);

const fieldOf = ({ kind, argument, options }: FieldDraft): object => {
  const build = buildersByKind.get(kind)!;
  return argument === undefined ? build(options) : build(argument, options);
};

/** The mistakes that an entry adds to those of stand-ins for the others, of which only the names are known here. */
function mistakesOf(name: string, entry: Entry, resources: AllResources): Mistake[] {
  const others = Object.fromEntries(
    Object.values(resources).map(({ name: other, singular, managedBy }): [string, Entry] => [
      other,
      asEntry({ fields: SOMETHING, rights: {}, singular, ...(managedBy === 'auth' && { managedBy }) }),
    ]),
  );
  const roles: Roles | undefined = Object.values(resources)[0]?.roles;
  const before = new Set(check(others, roles).map((mistake) => JSON.stringify(mistake)));
  return check({ ...others, [name]: entry }, roles).filter((mistake) => !before.has(JSON.stringify(mistake)));
}
