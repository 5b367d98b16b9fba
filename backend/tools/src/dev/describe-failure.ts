import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv, styleText } from 'node:util';
import {
  DatabaseUnavailable,
  DataFolderInUse,
  RowsForbidChange,
} from '@bindery/backend/database/connection-errors.ts';
import { SettingsError } from '@bindery/backend/kernel/settings/problems.ts';
import { describeFailedStart } from '@bindery/backend/web/lifecycle.ts';
import { type Mistake, quoteValue, ResourceConfigError } from '@bindery/contract/schema/error.ts';
import { CONFIG_FILE } from '#tools/resource-commands/load-config.ts';
import { type Excerpt, excerptAt, formatExcerpt } from './excerpt.ts';
import { locateMistake, type Place, placeAt } from './locate-mistake.ts';

/** What is wrong, and where. */
interface Problem {
  /** The place, as editors and terminals open it: `resources.config.ts:12:7`. */
  readonly place?: string;
  readonly text: string;
  /** The lines of the source around the place. */
  readonly excerpt?: Excerpt;
}

/** Why a product could not start, for its developer. */
export interface Failure {
  /** The file with the mistakes, if one is known. */
  readonly file?: string;
  /** What is wrong as a whole, if no file is. */
  readonly title?: string;
  /** Nothing is wrong: the terminal asks whether to go on. */
  readonly asks?: boolean;
  /** No change of a file helps: a setting comes from the environment, or the data folder is in use. */
  readonly isHopeless?: boolean;
  readonly problems: readonly Problem[];
  /** The pages of the documentation that explain it, as paths. */
  readonly docs: readonly string[];
}

/** The file that lists every setting. */
const SETTINGS = '.env.example';

/** How many mistakes the terminal shows; the page shows all. */
const MAX_PROBLEMS = 3;

/** The place with which a message about a file of the product starts. */
const PLACED = /^(?<file>[^\s:]+\.(?:ts|json)):(?:(?<line>\d+):(?:(?<column>\d+):)?)? (?<text>.+)$/s;

/** Node.js does not say where. */
const DECLARED_TWICE = /SyntaxError: (Identifier '(\w+)' has already been declared)/;

/** How a migration reports rows that a new unique rule does not allow: `guard` in `create-plan.ts`. */
const CLASH =
  /(?<rows>\d+ rows) of (?<table>\w+) share their (?<columns>\w+(?:, \w+)*) with another: (?<examples>.*)$/s;

/** Describes why the product in a folder could not start, with the sources of its mistakes. */
export function describeFailure(error: unknown, root: string): Failure {
  const { message, docs } = describeFailedStart(error, root);
  const read = (file: string) => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '');
  if (error instanceof SettingsError) {
    const problems = error.problems.map((text) => problemOfSetting(text, read('.env')));
    const isHopeless = problems.every(({ text }) => text.endsWith(OF_ENVIRONMENT));
    return { title: 'Invalid settings', problems, isHopeless, docs: [SETTINGS] };
  }
  const [, title, remedy] = /^(.*?): (.*)$/s.exec(message) ?? [];
  if (error instanceof RowsForbidChange && title)
    return {
      title,
      problems: error.problems.map((text) => problemOfField(text, read(CONFIG_FILE))),
      docs,
    };
  const clash = CLASH.exec(message)?.groups;
  if (error instanceof DatabaseUnavailable && clash)
    return {
      title: 'The rows do not allow this change',
      problems: [problemOfClash(clash, read(CONFIG_FILE))],
      docs,
    };
  if (error instanceof DatabaseUnavailable && title && remedy)
    return {
      title,
      problems: [{ text: remedy.replace(/^[a-z](?=[a-z]* )/, (letter) => letter.toUpperCase()) }],
      isHopeless: error instanceof DataFolderInUse,
      docs,
    };
  if (error instanceof ResourceConfigError) {
    const source = read(CONFIG_FILE);
    return { file: CONFIG_FILE, problems: error.mistakes.map((mistake) => problemOf(mistake, source)), docs };
  }
  const [, twice, name = ''] = DECLARED_TWICE.exec(message) ?? [];
  for (const file of twice ? [CONFIG_FILE, 'product.ts'] : []) {
    const problem = problemOfName(name, { file, text: twice!, source: read(file) });
    if (problem) return { file, problems: [problem], docs };
  }
  const { file, line, column, text } = PLACED.exec(message)?.groups ?? {};
  if (file === undefined || text === undefined) return { problems: [{ text: message }], docs };
  const place = column === undefined ? undefined : { line: Number(line), column: Number(column) };
  const problem = place
    ? problemAt(place, { file, text, source: read(file) })
    : line === undefined
      ? problemIn(file, text, read(file))
      : { place: `${file}:${line}`, text };
  return { file, problems: [problem], docs };
}

/** Finds what a message of ProductError names: a wrong value by its path, or an unknown property. */
function problemIn(file: string, text: string, source: string): Problem {
  const {
    first = '',
    rest = '',
    value,
  } = /^(?<first>\w+)(?:\.(?<rest>[\w.]+))? is (?:(?<value>".*?"),|unknown)/.exec(text)?.groups ?? {};
  const wrong = value === undefined ? first : JSON.parse(value);
  const located = first && locateMistake(source, { resource: first, key: rest, value: wrong, problem: '' });
  return located ? problemAt(located.place, { file, text, source }) : { place: file, text };
}

/** How the text of a setting ends that `.env` does not have, or that the environment replaces. */
const OF_ENVIRONMENT = ', and comes from the environment';

/** Finds the line of `.env` with the setting that a text starts with, such as `PORT="abc"`. */
function problemOfSetting(text: string, source: string): Problem {
  const name = /^(\w+)=/.exec(text)?.[1];
  if (name === undefined) return { text };
  if (parseEnv(source)[name] !== process.env[name]) return { text: text + OF_ENVIRONMENT };
  const isOfName = (line: string) => /^\s*(?:export\s+)?(\w+)\s*=/.exec(line)?.[1] === name;
  return { place: `.env:${source.split('\n').findLastIndex(isOfName) + 1}`, text };
}

/** Finds the field with whose name a text starts, such as `books.pages`. */
function problemOfField(text: string, source: string): Problem {
  const [, resource = '', field] = /^(\w+)\.(\w+) /.exec(text) ?? [];
  const place = locateMistake(source, { resource, key: `fields.${field}`, value: field, problem: '' })?.place;
  return place ? problemAt(place, { file: CONFIG_FILE, text, source }) : { text };
}

/** Finds the field that becomes unique, or the unique rules of an entry if the new one has several fields. */
function problemOfClash(
  { rows, table = '', columns = '', examples }: Readonly<Record<string, string>>,
  source: string,
): Problem {
  const resource = camelCase(table);
  const locate = (key: string) => {
    const path = `${resource}.${key}`;
    const value = key.split('.').at(-1);
    const located = locateMistake(source, { resource, key, value, problem: '' });
    return located?.path === path ? located.place : undefined;
  };
  const fields = columns.split(', ').map((column) => {
    const name = camelCase(column);
    // The column of a reference.
    return locate(`fields.${name}`) ? name : name.replace(/Id$/, '');
  });
  const place = locate(fields.length > 1 ? 'unique' : `fields.${fields[0]}`) ?? locate('unique');
  const text = `${resource}: ${rows} share their ${fields.join(', ')} with another: ${examples}.\nGive these rows other values first, or remove the unique rule.`;
  return place ? problemAt(place, { file: CONFIG_FILE, text, source }) : { text };
}

const camelCase = (name: string) =>
  name.replaceAll(/_([a-z\d])/g, (_, letter: string) => letter.toUpperCase());

/** Finds where a file declares a name again, which it uses only in calls, as an option or spread. */
function problemOfName(name: string, known: InSource): Problem | undefined {
  const { source } = known;
  const [, again] = source.matchAll(new RegExp(String.raw`(?<!\.\.\.)\b${name}\b(?!\s*[(.:'])`, 'g'));
  return again && problemAt(placeAt(source, again.index), known);
}

function problemOf(mistake: Mistake, source: string): Problem {
  const { resource, key, value, problem } = mistake;
  const located = locateMistake(source, mistake);
  const stated = key === '' ? resource : `${resource}.${key}`;
  // The last key of a value that an argument states, as in reference('users'), is not in the file.
  const path = value === undefined ? stated : (located?.path ?? stated);
  const text = value === undefined ? `${path} ${problem}` : `${path}: ${quoteValue(value)} ${problem}`;
  return located ? problemAt(located.place, { file: CONFIG_FILE, text, source }) : { text };
}

/** A text about a file of the product. */
interface InSource {
  readonly file: string;
  readonly text: string;
  readonly source: string;
}

const problemAt = (place: Place, { file, text, source }: InSource): Problem => ({
  place: `${file}:${place.line}:${place.column}`,
  text,
  excerpt: excerptAt(source, place),
});

const style = (...[format, text]: Parameters<typeof styleText>) =>
  styleText(format, text, { stream: process.stderr });

/** Returns what the terminal shows if the port of the server is in use, by this product if it has a name. */
export function formatPortTaken(port: number, name?: string): string {
  const [title, ...texts] =
    name === undefined
      ? [
          `Port ${port} is in use`,
          'Stop what listens there, or choose another port:',
          `  ${style('cyan', `PORT=${port + 1} npm run dev`)}`,
        ]
      : [
          `${name} runs already`,
          `Open ${style('cyan', `http://localhost:${port}`)}, or stop it there first.`,
        ];
  return formatFailure({ title, problems: texts.map((text) => ({ text })), docs: [] });
}

/** Returns the description of a failed start as the terminal shows it. */
export function formatFailure({ file, title, problems, docs }: Failure): string {
  const heading = file ? `${file} has ${problems.length === 1 ? 'a mistake' : 'mistakes'}` : title;
  const blocks = problems
    .slice(0, MAX_PROBLEMS)
    .map(({ place, text, excerpt }) =>
      [
        ...(place ? [style('cyan', place)] : []),
        place || file ? style('bold', text) : text,
        ...(excerpt ? ['', indented(formatExcerpt(excerpt))] : []),
      ].join('\n'),
    );
  const more = problems.length - MAX_PROBLEMS;
  if (more > 0) blocks.push(`and ${more} more`);
  const see = docs.length > 0 ? [`Explained in ${style('cyan', docs.join(', '))}`] : [];
  return indented([...(heading ? [style(['bold', 'red'], heading)] : []), ...blocks, ...see].join('\n\n'));
}

const indented = (text: string) => text.replaceAll(/^(?=.)/gm, '  ');
