import { readFileSync } from 'node:fs';
import path from 'node:path';
import { splitSections } from './markdown.ts';
import { addressOf, documentationFiles, ROOT } from './pages.ts';

/** A section of a page that has all words of a search. */
export interface FoundSection {
  /** The title of its page. */
  readonly page: string;
  readonly heading: string;
  readonly address: string;
  /** The text around the first word that was found, with what stands before it, the word, and what follows. */
  readonly excerpt: readonly [before: string, word: string, after: string];
}

const MOST_FOUND = 30;
const LONGEST_SEARCH = 200;
const EXCERPT_LENGTH = 160;

const folded = (text: string) => text.toLowerCase();

/**
 * Returns the sections of the documentation that, with the title of their page, have all words of a search, ignoring case: first those with words in
 * their heading or in the title of their page. Files are read anew, like the pages.
 */
export function searchDocumentation(search: string): FoundSection[] {
  const words = folded(search.slice(0, LONGEST_SEARCH)).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return documentationFiles()
    .flatMap((file) => sectionsOf(file).flatMap((section) => rank(section, words)))
    .sort((one, other) => other.points - one.points)
    .slice(0, MOST_FOUND)
    .map(({ points: _, ...found }) => found);
}

interface Section {
  readonly page: string;
  readonly heading: string;
  readonly address: string;
  readonly text: string;
}

function sectionsOf(file: string): Section[] {
  const sections = splitSections(readFileSync(path.join(ROOT, file), 'utf8'));
  const page = sections[0]?.heading ?? file;
  return sections.map(({ heading, anchor, text }) => ({
    ...{ page, heading, text },
    address: `${addressOf(file)}#${anchor}`,
  }));
}

const POINTS_OF_HEADING = 20;
const POINTS_OF_TITLE = 10;
/** Few, as long sections have everything somewhere. */
const MOST_POINTS_OF_TEXT = 3;

function rank({ text, ...section }: Section, words: readonly string[]) {
  const [title, heading, body] = [folded(section.page), folded(section.heading), folded(text)];
  if (!words.every((word) => `${title} ${heading} ${body}`.includes(word))) return [];
  const points = words.map(
    (word) =>
      (heading.includes(word) ? POINTS_OF_HEADING : 0) +
      (title.includes(word) ? POINTS_OF_TITLE : 0) +
      Math.min(body.split(word).length - 1, MOST_POINTS_OF_TEXT),
  );
  const total = points.reduce((sum, one) => sum + one, 0);
  return [{ ...section, excerpt: excerptOf(text, words), points: total }];
}

function excerptOf(text: string, words: readonly string[]): FoundSection['excerpt'] {
  const places = words.map((word) => ({ word, at: folded(text).indexOf(word) })).filter(({ at }) => at >= 0);
  const { word, at } = places.toSorted((one, other) => one.at - other.at)[0] ?? { word: '', at: 0 };
  const from = Math.max(0, at - EXCERPT_LENGTH / 2);
  const end = at + word.length;
  return [text.slice(from, at), text.slice(at, end), text.slice(end, from + EXCERPT_LENGTH)];
}
