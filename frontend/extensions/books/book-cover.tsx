import { classNames } from '../../components/class-names.ts';
import type { Book } from './book.ts';
import styles from './book-cover.module.css';

interface BookCoverProps {
  book: Pick<Book, 'title' | 'author' | 'genre' | 'cover'>;
  /** A thumbnail shows only the pattern; a large cover shows title and author as well. */
  size?: 'thumbnail' | 'large';
}

const patterns = ['bands', 'frame', 'arch', 'stripes', 'moon'] as const;
const hues = 12;

/**
 * Renders a book's cover: its picture if it has one, before a drawn one, which is all until that has arrived. Colour and
 * pattern derive from the book's data, books of one genre have the same colour, so a book always looks the same.
 */
export function BookCover({ book: { title, author, genre, cover }, size = 'thumbnail' }: BookCoverProps) {
  const hue = (hash(genre.id) % hues) * (360 / hues);
  const pattern = patterns[hash(title + author) % patterns.length]!;
  const images = [...(cover?.thumbnails ?? []), cover];
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

function hash(text: string): number {
  let sum = 7;
  for (const letter of text) sum = (sum * 31 + letter.codePointAt(0)!) >>> 0;
  return sum;
}
