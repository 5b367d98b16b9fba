import type { UploadedFile } from '@bindery/contract/schema/fields/upload.ts';
import { numberFormat } from '#frontend/shell/i18n/format.ts';
import type { Language } from '#frontend/shell/i18n/languages.ts';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import type { ShowProps } from '../base/field.ts';
import styles from './files.module.css';
import { type FileLike, knownFile } from './known-files.ts';

/** Shows an image as a link to its original; if only its name is known, the name. */
export function ShowImage({ value }: Pick<ShowProps, 'value'>) {
  const file = knownFile(value as FileLike);
  if (!file.url) return <bdi>{file.name}</bdi>;
  return (
    <a className={styles.imageLink} href={file.url} target="_blank" rel="noreferrer">
      <ShownImage file={file} className={styles.image} sizes="20rem" />
    </a>
  );
}

/** Shows an image as small as the row of a list. */
export function ImageCell({ value }: ShowProps) {
  const file = knownFile(value as FileLike);
  return file.url ? <ShownImage file={file} className={styles.thumbnail} sizes="2rem" /> : file.name;
}

interface PictureProps {
  readonly file: UploadedFile;
  readonly className: string | undefined;
  readonly sizes: string;
}

/** An image in the smallest version that is large enough. Its size is known before it is loaded. */
function ShownImage({ file, className, sizes }: PictureProps) {
  const { url, name, width, height, thumbnails = [] } = file;
  const versions = [...thumbnails, ...(width ? [{ url, width }] : [])];
  return (
    <img
      className={className}
      src={thumbnails[0]?.url ?? url}
      srcSet={versions.map((version) => `${version.url} ${version.width}w`).join(', ')}
      sizes={sizes}
      width={width}
      height={height}
      alt={name}
      loading="lazy"
      decoding="async"
    />
  );
}

/** Shows a file as a download link, with its size; if only its name is known, the name. */
export function ShowFile({ value }: Pick<ShowProps, 'value'>) {
  const { language } = useLanguage();
  const file = knownFile(value as FileLike);
  if (!file.url) return <bdi>{file.name}</bdi>;
  return (
    <span className={styles.file}>
      <a className={styles.link} href={file.url} download={file.name}>
        <bdi>{file.name}</bdi>
      </a>{' '}
      <small className={styles.size}>{formatFileSize(language, file.size)}</small>
    </span>
  );
}

const UNITS = [
  ['gigabyte', 1_000_000_000],
  ['megabyte', 1_000_000],
  ['kilobyte', 1000],
  ['byte', 1],
] as const;

/** Formats a number of bytes in the largest unit that fits: "1.2 MB". */
function formatFileSize(language: Language, bytes: number): string {
  const [unit, size] = UNITS.find(([, size]) => bytes >= size) ?? (['byte', 1] as const);
  const options = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 } as const;
  return numberFormat(language, options).format(bytes / size);
}
