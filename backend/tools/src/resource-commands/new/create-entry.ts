import { readFileSync } from 'node:fs';
import { PUBLIC, type Resource, type Roles } from '@bindery/contract/schema/index.ts';
import { CommandError } from '../command.ts';
import { checkFieldDraft, checkName } from './check-draft.ts';
import { type EntryDraft, type FieldDraft, USUAL_GROUP } from './draft.ts';
import { insertEntry } from './insert-entry.ts';
import { parseField } from './parse-field.ts';
import { parseRights } from './parse-rights.ts';
import { askForFields, askForGroup, askForName, askForRights, parseGroup, parseYes } from './questions.ts';
import { askFor, type Terminal } from './terminal.ts';
import { writeConfig } from './write-config.ts';

/** What the command line states; what it leaves out is asked for. */
export interface Stated {
  readonly name: string | undefined;
  readonly fields: readonly string[];
  readonly rights: string | undefined;
  readonly group: string | undefined;
  /** Whether to write the entry without asking. */
  readonly isConfirmed: boolean;
}

interface Creating {
  /** The config to write to. */
  readonly file: string;
  readonly resources: Readonly<Record<string, Resource>>;
  readonly roles: Roles;
  /** Undefined where nobody can answer. */
  readonly terminal: Pick<Terminal, 'ask' | 'print'> | undefined;
  readonly print: (text: string) => void;
}

/**
 * Writes a new entry into a config, from what was stated and the answers to the rest. Returns its name; undefined if it
 * was not wanted in the end.
 *
 * @throws CommandError for wrong options, for missing ones where nobody can answer, and when the config with the entry
 *   would not start. Nothing is written then.
 */
export async function createEntry(stated: Stated, creating: Creating): Promise<string | undefined> {
  const { file, terminal, print } = creating;
  if (!terminal) requireAll(stated);
  const draft = await completed(stated, creating);
  const before = readFileSync(file, 'utf8');
  const { entry, after } = insertEntry(before, draft);
  print(`\n${entry}\n`);
  if (!stated.isConfirmed && terminal && !(await askFor(terminal, 'Write it? (Y/n): ', parseYes(true))))
    return undefined;
  await writeConfig(file, { before, after });
  return draft.name;
}

function requireAll({ name, fields, rights, isConfirmed }: Stated): void {
  const missing = [
    ...(name === undefined ? ['<name>'] : []),
    ...(fields.length === 0 ? ['--field'] : []),
    ...(rights === undefined ? ['--rights'] : []),
    ...(isConfirmed ? [] : ['--yes']),
  ];
  if (missing.length > 0)
    throw new CommandError(`Nobody can be asked here, as this is no terminal: state ${missing.join(', ')}.`);
}

async function completed(stated: Stated, { terminal, resources, roles }: Creating): Promise<EntryDraft> {
  // What is stated is checked before anything is asked.
  if (stated.name !== undefined) checkName(stated.name, resources);
  const parsed = stated.fields.map(parseField);
  const rights =
    stated.rights === undefined ? undefined : parseRights(stated.rights, [...roles.names, PUBLIC]);
  const group = stated.group === undefined ? undefined : parseGroup(stated.group);
  const name = stated.name ?? (await askForName({ terminal: terminal!, resources }));
  const fields: FieldDraft[] = [];
  for (const field of parsed) {
    checkFieldDraft(field, { name, fields }, resources);
    fields.push(field);
  }
  if (!terminal) return { name, fields, rights: rights!, group: group ?? USUAL_GROUP };
  const asking = { terminal, resources };
  return {
    ...{ name, fields: fields.length > 0 ? fields : await askForFields(asking, name) },
    rights: rights ?? (await askForRights(asking, roles)),
    group: group ?? (stated.isConfirmed ? USUAL_GROUP : await askForGroup(asking)),
  };
}
