import { classNames } from '@bindery/frontend/components';
import type { ReactNode } from 'react';
import type { Book } from './book.ts';
import styles from './book-cover.module.css';

interface BookCoverProps {
  book: Pick<Book, 'id' | 'genre' | 'cover'>;
  /** The book's own by default. */
  pattern?: number | undefined;
  /** States the size; by default that of a thumbnail, which is as wide as `--thumbnail`. */
  className?: string | undefined;
  /** The width of the picture, as `img` has it. */
  sizes?: string;
  /** The words on the cover. */
  children?: ReactNode;
}

export const patterns = ['bands', 'frame', 'arch', 'stripes', 'moon'] as const;
const hues = [205, 345, 300, 265, 235, 120, 5, 150, 85, 30];

/**
 * Renders a book's cover: its picture if it has one, in front of a drawn one, which is visible until the
 * picture has loaded. The colour derives from the name of the genre, pattern and lightness from the id, so
 * that a book looks the same in every installation and after its title has changed.
 */
export function BookCover({
  book: { id, genre, cover },
  pattern = patternOf(id),
  className = styles.thumbnail,
  sizes = '3rem',
  children,
}: BookCoverProps) {
  const style = { '--hue': hueOf(genre.label), '--lightness': `${38 + (hash(id) % 9)}%` };
  const images = [...(cover?.thumbnails ?? []), cover];
  return (
    <div
      className={classNames(styles.cover, styles[patterns[pattern]!], className)}
      style={style as React.CSSProperties}
      aria-hidden="true"
    >
      {children}
      {cover && (
        <img
          className={styles.picture}
          srcSet={images.map((image) => `${image?.url} ${image?.width}w`).join()}
          sizes={sizes}
          src={cover.url}
          width={cover.width}
          height={cover.height}
          alt=""
          loading="lazy"
        />
      )}
    </div>
  );
}

/** Returns the pattern of a book. */
export const patternOf = (id: string): number => hash(id) % patterns.length;

/** Returns the hue of a genre. */
export const hueOf = (genre: string): number => hues[hash(genre) % hues.length]!;

/** With this factor, the ten genres of the example have a hue each. */
const FACTOR = 67;

function hash(text: string): number {
  let sum = 7;
  for (const letter of text) sum = (sum * FACTOR + letter.codePointAt(0)!) >>> 0;
  return sum;
}
