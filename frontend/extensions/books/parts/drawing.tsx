import styles from './drawing.module.css';

/** Width, height and hue of each book; the last one leans. */
const books = [
  [14, 62, 345],
  [18, 74, 250],
  [11, 56, 85],
  [16, 68, 150],
  [22, 60, 30],
  [12, 76, 300],
  [17, 66, 210],
  [13, 70, 5],
] as const;

/** Renders a decorative row of books. */
export default function BookSpines() {
  return (
    <div className={styles.spines} aria-hidden="true">
      {books.map(([width, height, hue]) => (
        <span
          key={hue}
          style={{ inlineSize: width, blockSize: height, '--hue': hue } as React.CSSProperties}
          className={styles.book}
        />
      ))}
    </div>
  );
}
