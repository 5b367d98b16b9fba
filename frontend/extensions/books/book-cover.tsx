import { classNames } from '@bindery/frontend/components';
import type { Book } from './book.ts';
import styles from './book-cover.module.css';

interface BookCoverProps {
  book: Pick<Book, 'id' | 'title' | 'author' | 'genre' | 'cover'>;
  /**
   * A thumbnail, as wide as `--thumbnail`, shows only the pattern; a large cover, as wide as its place, shows
   * title and author as well.
   */
  size?: 'thumbnail' | 'large';
}

const patterns = ['bands', 'frame', 'arch', 'stripes', 'moon'] as const;
const hues = [205, 345, 300, 265, 235, 120, 5, 150, 85, 30];

/**
 * Renders a book's cover: its picture if it has one, in front of a drawn one, which is visible until the
 * picture has loaded. The colour derives from the name of the genre, pattern and lightness from the id, so
 * that a book looks the same in every installation and after its title has changed.
 */
export function BookCover({ book: { id, title, author, genre, cover }, size = 'thumbnail' }: BookCoverProps) {
  const own = hash(id);
  const pattern = patterns[own % patterns.length]!;
  const style = { '--hue': hueOf(genre.label), '--lightness': `${38 + (own % 9)}%` };
  const images = [...(cover?.thumbnails ?? []), cover];
  return (
    <div
      className={classNames(styles.cover, styles[pattern], styles[size])}
      style={style as React.CSSProperties}
      aria-hidden="true"
    >
      {size === 'large' && (
        <>
          <span className={styles.title}>
            <bdi className="match-parent">{title}</bdi>
          </span>
          <span className={styles.author}>
            <bdi className="match-parent">{author}</bdi>
          </span>
        </>
      )}
      {cover && (
        <img
          className={styles.picture}
          srcSet={images.map((image) => `${image?.url} ${image?.width}w`).join()}
          sizes={size === 'large' ? '11rem' : '3rem'}
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

/** Returns the hue of a genre. */
export const hueOf = (genre: string): number => hues[hash(genre) % hues.length]!;

/** With this factor, the ten genres of the example have a hue each. */
const FACTOR = 67;

function hash(text: string): number {
  let sum = 7;
  for (const letter of text) sum = (sum * FACTOR + letter.codePointAt(0)!) >>> 0;
  return sum;
}
