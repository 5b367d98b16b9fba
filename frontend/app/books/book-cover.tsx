import { classNames } from '../../components/class-names.ts';
import styles from './book-cover.module.css';

export interface BookCoverProps {
  title: string;
  author: string;
  /** Books of one genre have the same colour. */
  genre: string;
  /** A thumbnail shows only the pattern; a large cover shows title and author as well. */
  size?: 'thumbnail' | 'large';
}

const patterns = ['bands', 'frame', 'arch', 'stripes', 'moon'] as const;
const hues = 12;

/**
 * Renders a book's cover. Colour and pattern derive from the book's data, so a book always looks the same.
 */
export function BookCover({ title, author, genre, size = 'thumbnail' }: BookCoverProps) {
  const hue = (hash(genre) % hues) * (360 / hues);
  const pattern = patterns[hash(title + author) % patterns.length]!;
  return (
    <div
      className={classNames(styles.cover, styles[pattern], styles[size])}
      style={{ '--hue': hue } as React.CSSProperties}
      aria-hidden="true"
    >
      {size === 'large' && (
        <>
          <span className={styles.title}>{title}</span>
          <span className={styles.author}>{author}</span>
        </>
      )}
    </div>
  );
}

function hash(text: string): number {
  let sum = 7;
  for (const letter of text) sum = (sum * 31 + letter.codePointAt(0)!) >>> 0;
  return sum;
}
