import type { FieldKind } from './base/field.ts';
import { fileKind, ImageCell, ShowImage } from './files/file-kind.tsx';

/** An uploaded image. */
export const kind: FieldKind = { ...fileKind, Show: ShowImage, Cell: ImageCell, isPicture: true };
