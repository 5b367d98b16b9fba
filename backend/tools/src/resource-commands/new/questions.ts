import { kindNames } from '@bindery/contract/schema/fields/kinds.ts';
import {
  type KindName,
  PUBLIC,
  type Resource,
  type Role,
  type Roles,
} from '@bindery/contract/schema/index.ts';
import { CommandError } from '../command.ts';
import { wrap } from '../wrap.ts';
import { checkFieldDraft, checkName } from './check-draft.ts';
import { type EntryDraft, type FieldDraft, USUAL_GROUP } from './draft.ts';
import { argumentOf, optionsOf, parseField, parseKind, parseOptions, parseValues } from './parse-field.ts';
import { parseActions } from './parse-rights.ts';
import { askFor, type Terminal } from './terminal.ts';

interface Asking {
  readonly terminal: Pick<Terminal, 'ask' | 'print'>;
  readonly resources: Readonly<Record<string, Resource>>;
}

/** Asks for the name of the resource. */
export const askForName = ({ terminal, resources }: Asking): Promise<string> =>
  askFor(terminal, 'Name, in the plural and camelCase, such as loans: ', (answer) => {
    checkName(answer, resources);
    return answer;
  });

/** Asks for fields until one has no name. */
export async function askForFields({ terminal, resources }: Asking, name: string): Promise<FieldDraft[]> {
  const fields: FieldDraft[] = [];
  terminal.print(wrap(`Kinds of fields: ${kindNames().join(', ')}`));
  terminal.print('A field is a name, or all at once: title:text,required,max=60');
  for (;;) {
    const field = await askForField({ terminal, resources }, { name, fields });
    if (!field) return fields;
    fields.push(field);
  }
}

/** Asks for a field as a whole again when its answers do not go together. */
async function askForField(
  asking: Asking,
  draft: Pick<EntryDraft, 'name' | 'fields'>,
): Promise<FieldDraft | undefined> {
  const { terminal, resources } = asking;
  const number = draft.fields.length + 1;
  const answered = await askFor(
    terminal,
    number === 1 ? 'Field 1: ' : `Field ${number} (empty if there are no more): `,
    (answer) => {
      if (answer === '' && number === 1) throw new CommandError('An entry needs at least one field.');
      if (answer === '') return undefined;
      // As behind --field: the whole field at once.
      const whole = answer.includes(':') ? parseField(answer) : undefined;
      const field = whole ?? { name: answer, kind: 'boolean', argument: undefined, options: {} };
      checkFieldDraft(field, draft, resources);
      return whole ?? answer;
    },
  );
  if (typeof answered !== 'string') return answered;
  const name = answered;
  for (;;) {
    const kind = await askFor(terminal, `  Kind of ${name} [text]: `, (answer) =>
      parseKind(answer || 'text'),
    );
    const argument = await askForArgument(asking, { kind, resource: draft.name });
    const options = await askForOptions(asking, kind);
    const field = { name, kind, argument, options };
    try {
      checkFieldDraft(field, draft, resources);
      return field;
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      terminal.print(wrap(error.message, { first: '  ' }));
    }
  }
}

async function askForArgument(
  { terminal, resources }: Asking,
  { kind, resource }: { kind: KindName; resource: string },
): Promise<FieldDraft['argument']> {
  const needed = argumentOf(kind);
  if (needed === 'values')
    return askFor(terminal, '  Its values, separated by commas: ', (answer) => {
      const values = parseValues(answer);
      if (values.length === 0) throw new CommandError('It needs at least one value.');
      return values;
    });
  if (needed === undefined) return undefined;
  const known = [...Object.keys(resources), resource];
  return askFor(terminal, `  It refers to (${known.join(', ')}): `, (answer) => {
    if (!known.includes(answer)) throw new CommandError(`There is no resource ${JSON.stringify(answer)}.`);
    return answer;
  });
}

async function askForOptions({ terminal }: Asking, kind: KindName): Promise<Record<string, unknown>> {
  const known = optionsOf(kind);
  const options: Record<string, unknown> = {};
  if (await askFor(terminal, '  Required? (y/N): ', parseYes(false))) options.required = true;
  if (known.has('search') && (await askFor(terminal, '  Searched? (y/N): ', parseYes(false))))
    options.search = true;
  const others = [...known.keys()].filter((name) => name !== 'required' && name !== 'search');
  const more = await askFor(terminal, '  Other options, such as unique,max=60 (? lists them): ', (answer) => {
    if (answer === '?') throw new CommandError(others.join(', '));
    return parseOptions(kind, answer);
  });
  return { ...options, ...more };
}

/** Asks what each role may do; who enters the manager may do everything unless something else is said. */
export async function askForRights({ terminal }: Asking, roles: Roles): Promise<EntryDraft['rights']> {
  const rights: Record<Role, EntryDraft['rights'][string]> = {};
  terminal.print('Actions: read, create, update, delete; all; none');
  for (const role of [...roles.names, PUBLIC]) {
    const usual = role === PUBLIC ? 'none' : roles.managers.includes(role) ? 'all' : 'read';
    const whom = role === PUBLIC ? 'callers who are not signed in' : role;
    const allowed = await askFor(terminal, `  What may ${whom} do? [${usual}]: `, (answer) =>
      parseActions(answer || usual),
    );
    if (allowed.length > 0) rights[role] = allowed;
  }
  return rights;
}

/** Asks for the section of the menu. */
export async function askForGroup({ terminal, resources }: Asking): Promise<string> {
  const groups = [...new Set([USUAL_GROUP, ...Object.values(resources).map(({ group }) => group)])];
  return askFor(
    terminal,
    `Section of the menu (${groups.join(', ')}, or a new one) [${USUAL_GROUP}]: `,
    (answer) => parseGroup(answer || USUAL_GROUP),
  );
}

/** Returns the name of a section of the menu. Throws a CommandError for one that is no key of the locale files. */
export function parseGroup(group: string): string {
  if (/^[a-z][a-zA-Z0-9]{0,39}$/.test(group)) return group;
  throw new CommandError(
    `The section ${JSON.stringify(group)} must be camelCase: it is a key of the locale files.`,
  );
}

/** Returns a parser of yes and no, which takes an empty answer as the usual one. */
export const parseYes =
  (usual: boolean) =>
  (answer: string): boolean => {
    if (answer === '') return usual;
    if (/^y(es)?$/i.test(answer)) return true;
    if (/^no?$/i.test(answer)) return false;
    throw new CommandError('Answer y or n.');
  };
