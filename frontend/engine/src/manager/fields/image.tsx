import type { FieldKind } from './base/field.ts';
import { fileKind } from './files/file-kind.tsx';
import { ImageCell, ShowImage } from './files/shown-file.tsx';

/** An uploaded image. */
export const kind: FieldKind = { ...fileKind, Show: ShowImage, Cell: ImageCell };
