import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// Tests that words which the glossary has replaced do not return to comments and names.

interface Replaced {
  /** The word that is gone; the parts are joined, because the searched files include this one. */
  readonly pattern: RegExp;
  readonly instead: string;
}

const word = (...parts: readonly string[]) => new RegExp(`\\b${parts.join('')}\\b`, 'i');
const name = (...parts: readonly string[]) => new RegExp(`\\b${parts.join('')}`);

const IN_COMMENTS: readonly Replaced[] = [
  { pattern: word('an', 'ew'), instead: 'again' },
  { pattern: word('who', 'ever'), instead: 'any user who' },
  { pattern: word('no', 'body'), instead: 'no user, no caller' },
  { pattern: word('to', 'ld'), instead: 'reported' },
  { pattern: word('ref', 'us(?:e[sd]?|ing|als?)'), instead: 'reject' },
  { pattern: word('answ', 'ered'), instead: 'responded to, or gets a response' },
  { pattern: word('beg', 'ins'), instead: 'starts' },
  { pattern: word('some', 'body'), instead: 'another user' },
  { pattern: word('any', 'body'), instead: 'any user' },
];

const IN_CODE: readonly Replaced[] = [
  { pattern: name('LONG', 'EST_'), instead: 'MAX_' },
  { pattern: name('MO', 'ST_'), instead: 'MAX_' },
  { pattern: name('Row', 'Condition'), instead: 'RowFilterConfig' },
  { pattern: name('Condition', 'Operator'), instead: 'FilterOperator' },
  { pattern: name('\\w*(?:[iI]nitial|Preloaded|Own|Embedded|Any)', 'Answer'), instead: 'Response' },
  { pattern: name('Answer', '(?:Of|ed|Body)\\b'), instead: 'Response' },
  { pattern: name('\\w*[wW]rong', '(?:Rows?|Lines|Code)'), instead: 'invalid' },
  { pattern: name('\\w*(?:[hH]istory|[lL]atest)', 'Entr(?:y|ies)'), instead: 'change' },
  { pattern: /\bSQL\x20condition/, instead: 'SQL predicate' },
];

const SOURCES = '{*,{backend,contract,e2e,frontend}/**/*}.{ts,tsx,mjs,css}';
const files = globSync(SOURCES, { exclude: ['**/node_modules', '**/dist'] });

/** A comment of its own line or lines, or at the end of a line. */
const COMMENT = /^\s*(?:\/\*\*?|\*|\/\/)\s.*|\s\/\/\s.*/;

/** Returns where words are used in some lines of a text, as "file:line: word (use …)". */
function usesIn(text: string, file: string): string[] {
  return text.split('\n').flatMap((line, index) => {
    const comment = COMMENT.exec(line)?.[0] ?? '';
    const found = [
      ...IN_COMMENTS.filter(({ pattern }) => pattern.test(comment)),
      ...IN_CODE.filter(({ pattern }) => pattern.test(line)),
    ];
    return found.map(
      ({ pattern, instead }) => `${file}:${index + 1}: ${pattern.exec(line)?.[0]} (use ${instead})`,
    );
  });
}

test('no comment and no name has a word that the glossary has replaced', () => {
  expect(files.length).toBeGreaterThan(1000);
  expect(files.flatMap((file) => usesIn(readFileSync(file, 'utf8'), file))).toEqual([]);
});

const MAX_COMMENT = 110;

/** Returns the comment lines that are too long. Directives of the linter and addresses cannot be wrapped. */
const longCommentsIn = (text: string, file: string): string[] =>
  text.split('\n').flatMap((line, index) => {
    const isLong = line.length > MAX_COMMENT && /^\s*(\/\*|\*|\/\/)/.test(line);
    return isLong && !/biome-ignore|https?:\/\/|@example/.test(line) ? [`${file}:${index + 1}`] : [];
  });

test('no comment is wider than 110 columns', () => {
  expect(files.flatMap((file) => longCommentsIn(readFileSync(file, 'utf8'), file))).toEqual([]);
  expect(longCommentsIn(`/** A.\n * ${'long '.repeat(22)}\n */`, 'a.ts')).toEqual(['a.ts:2']);
});

test('a replaced word is found with its file and line, in comments and in names', () => {
  const [again, limit] = [['an', 'ew'].join(''), ['LONG', 'EST_MS'].join('')];
  expect(usesIn(`const a = 1;\n// Reads it ${again}.\n`, 'a.ts')).toEqual([`a.ts:2: ${again} (use again)`]);
  expect(usesIn(`const ${limit} = 5; /* */ // Once ${again}.`, 'a.ts')).toEqual([
    `a.ts:1: ${again} (use again)`,
    `a.ts:1: ${limit.slice(0, -2)} (use MAX_)`,
  ]);
  expect(usesIn(`const text = '${again}';`, 'a.ts')).toEqual([]);
});
