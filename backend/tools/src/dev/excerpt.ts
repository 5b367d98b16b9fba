import type { Place } from './locate-mistake.ts';

/** A line of a source; `marked` is the part of it that is wrong. */
interface ExcerptLine {
  readonly number: number;
  readonly before: string;
  readonly marked: string;
  readonly after: string;
}

/** The line of a mistake with those around it. */
export type Excerpt = readonly ExcerptLine[];

/** The name, the text in quotes or the sign at which a mistake starts. */
const WRONG = /^(?:[\w$]+|(['"]).*?\1|.)/;

/** Returns the line of a place with those around it, without empty ones. */
export function excerptAt(source: string, { line, column }: Place): Excerpt {
  const lines = source.split(/\r?\n/);
  return [line - 1, line, line + 1].flatMap((number) => {
    const code = lines[number - 1] ?? '';
    if (code.trim() === '') return [];
    if (number !== line) return [{ number, before: code, marked: '', after: '' }];
    const before = code.slice(0, column - 1);
    const rest = code.slice(before.length);
    // Behind the end of a line there is nothing else to mark.
    const [marked] = WRONG.exec(rest) ?? [' '];
    return [{ number, before, marked, after: rest.slice(marked.length) }];
  });
}

/** With the numbers, it fits the terminal. */
const maxWidth = () => (process.stderr.columns ?? 80) - 12;
/** What a cut line shows of its start, by which it is recognized, and of what is just before the mark. */
const START = 20;
const NEAR = 24;

/** Returns an excerpt for a terminal, with a mark under the mistake: long lines are cut around it. */
export function formatExcerpt(excerpt: Excerpt): string {
  const width = String(excerpt.at(-1)?.number).length;
  return excerpt
    .flatMap(({ number, before, marked, after }) => {
      const fits = (before + marked + after).length <= maxWidth();
      const shown = marked === '' || fits ? before : cutStart(before);
      const line = `${String(number).padStart(width)} | ${cutEnd(shown + marked + after)}`;
      if (marked === '') return [line];
      // Tabs stay, as wide as those above.
      return [line, `${' '.repeat(width)} | ${shown.replaceAll(/[^\t]/g, ' ')}^`];
    })
    .join('\n');
}

const cutStart = (text: string) =>
  text.length <= START + NEAR ? text : `${text.slice(0, START)}…${text.slice(-NEAR)}`;

const cutEnd = (text: string) => (text.length <= maxWidth() ? text : `${text.slice(0, maxWidth() - 1)}…`);
