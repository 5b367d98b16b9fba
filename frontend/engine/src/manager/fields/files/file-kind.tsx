import type { UploadedFile } from '@bindery/contract/schema/fields/upload.ts';
import { type CSSProperties, lazy } from 'react';
import type { Language } from '#frontend/shell/i18n/languages.ts';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { numberFormat } from '../../numbers.ts';
import type { FieldKind, ShowProps } from '../base/field.ts';
import styles from './files.module.css';

const UploadInput = lazy(() => import('./upload-input.tsx'));

/** What the kinds of uploaded files share: how they are edited and filtered. */
export const fileKind: Pick<FieldKind, 'Text' | 'Input' | 'Placeholder' | 'filter' | 'toInput' | 'toJson'> = {
  Text: ({ value }) => knownFile(value as FileLike).name,
  Input: (props) => <UploadInput {...props} />,
  // As high as the zone, so that what is below it does not move.
  Placeholder: ({ value }) => (
    <div className={styles.toCome} aria-busy="true">
      {isImage(value) && <ShowImage value={value} />}
    </div>
  ),
  // Only whether there is one, because a filter for a file's id is useless.
  filter: { operators: ['empty', 'notEmpty'], Input: () => null },
  toInput: (json) => json ?? undefined,
  toJson: (input) =>
    (typeof input === 'string' ? input : (input as Exclude<FileLike, string> | undefined)?.id) ?? null,
};

const isImage = (value: unknown) => (value as UploadedFile | undefined)?.width !== undefined;

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
  const sized = width && height && { '--natural': `${width}px`, '--ratio': width / height };
  return (
    <img
      className={className}
      style={sized as CSSProperties}
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
    <span>
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

/** The files that the page has seen, because forms and conflicts have only their ids. */
const known = new Map<string, UploadedFile>();

/** Stores a file; returns it. */
export function rememberFile(file: UploadedFile): UploadedFile {
  known.set(file.id, file);
  return file;
}

/** A file as a value may have it: complete in a record, with a name in the history, or only an id. */
type FileLike = UploadedFile | { readonly id: string; readonly label: string } | string;

/** A file to show; without an address, only its name is known. */
type ShownFile = UploadedFile | { readonly id: string; readonly name: string; readonly url?: undefined };

/** Returns the known facts about a file. */
function knownFile(value: FileLike): ShownFile {
  if (typeof value === 'string') return known.get(value) ?? { id: value, name: value };
  if ('label' in value) return { id: value.id, name: value.label };
  return rememberFile(value);
}
