import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { documentationFiles } from './support/documentation.ts';

// Tests the code names in the documents: commands, their options, files and settings. Links are in
// docs.test.ts.

const FENCE = /^```[\s\S]*?^```/gm;
const OWN = /(^|\/)(extensions|books)\//;
/**
 * Files that the documents name as patterns, as addresses, as parts of names, as files of any extension (a
 * product need not have one), or because they were removed.
 */
const NO_FILES = [
  /^x\./,
  /^e2e\/x\./,
  /^-/,
  /^\/api\//,
  /^(home|icons|manager|restrictions)\.ts$/,
  /^parts\//,
  /^index\.d\.ts$/,
  /^frontend\/app\/books$/,
];

/** In two parts, because the sources that are searched include this one. */
const WRONG_SETTING = ['DATA', 'DIRECTORY'].join('_');

const read = (file: string) => readFileSync(file, 'utf8');
const files = globSync('{*,{backend,contract,e2e,frontend,migrations,docs}/**/*}');
const names = new Set(
  files.flatMap((file) => file.split('/').map((_, at, parts) => parts.slice(at).join('/'))),
);
const sources = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !file.endsWith('.e2e.ts')).map(read);
const pages = new Map(
  documentationFiles()
    .filter((file) => file !== 'CHANGELOG.md')
    .map((file) => [file, read(file)]),
);
const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'));

/** Returns the unknown names in the pages, as "page: name". */
const unknown = (
  namesIn: (text: string) => readonly string[],
  isKnown: (name: string) => boolean,
  among: ReadonlyMap<string, string> = pages,
) =>
  [...among].flatMap(([page, text]) =>
    [...new Set(namesIn(text))].filter((name) => !isKnown(name)).map((name) => `${page}: ${name}`),
  );

const matches = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([all, part]) => part ?? all);
const spansIn = (text: string) => matches(text.replace(FENCE, ''), /`([^`\n]+)`/g);

const scriptsIn = (text: string) => matches(text, /\bnpm run (?:-s )?([a-z][\w:-]*)/g);
const isScript = (name: string) => Object.hasOwn(scripts, name);

const filesIn = (text: string) =>
  spansIn(text).filter(
    (span) =>
      /^(backend|contract|frontend|e2e|docs|migrations)\/[\w./-]+$/.test(span) ||
      /^[\w./-]+\.(tsx?|mjs|css|md)$/.test(span),
  );
const isFile = (name: string) =>
  OWN.test(`${name}/`) ||
  NO_FILES.some((pattern) => pattern.test(name)) ||
  names.has(name.replace(/^\.\//, '').replace(/\/$/, ''));

/** Returns the options of our own commands: those after `-- `, which npm passes on. */
const optionsIn = (text: string) =>
  matches(text, / -- (--[^`\n]+)/g)
    .concat(matches(text, /`-- (--[^`\n]+)/g))
    .flatMap((rest) => matches(rest, /--([a-z][a-z-]+)/g));
const stated = new Set(
  sources.flatMap((source) => matches(source, /['"]?([\w-]+)['"]?: \{\s*type: '(?:string|boolean)'/g)),
);
const isOption = (name: string) =>
  stated.has(name) || sources.some((source) => source.includes(`'--${name}'`));

/**
 * Returns names in capitals, such as settings and error codes; constants are in the code of the pages
 * themselves.
 */
const settingsIn = (text: string) => matches(text.replace(FENCE, ''), /\b[A-Z][A-Z\d]+(?:_[A-Z\d]+)+\b/g);
const shown = [...pages.values()].flatMap((text) => matches(text, FENCE)).join('\n');
const isSetting = (name: string) =>
  [read('.env.example'), shown, ...sources].some((text) => text.includes(name));

describe('the documentation names', () => {
  test.each([
    {
      what: 'commands',
      namesIn: scriptsIn,
      isKnown: isScript,
      wrong: 'Call `npm run resourse plan`.',
      name: 'resourse',
    },
    {
      what: 'files',
      namesIn: filesIn,
      isKnown: isFile,
      wrong: 'See `backend/ap.ts`.',
      name: 'backend/ap.ts',
    },
    { what: 'options', namesIn: optionsIn, isKnown: isOption, wrong: 'Add `-- --wriite`.', name: 'wriite' },
    {
      what: 'settings',
      namesIn: settingsIn,
      isKnown: isSetting,
      wrong: `Set ${WRONG_SETTING}.`,
      name: WRONG_SETTING,
    },
  ])('only $what that there are', ({ namesIn, isKnown, wrong, name }) => {
    const found = [...pages.values()].flatMap(namesIn);
    expect(found.length).toBeGreaterThan(5);
    expect(unknown(namesIn, isKnown)).toEqual([]);
    expect(unknown(namesIn, isKnown, new Map([['page.md', wrong]]))).toEqual([`page.md: ${name}`]);
  });
});
