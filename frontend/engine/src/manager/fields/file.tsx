import type { FieldKind } from './base/field.ts';
import { fileKind, ShowFile } from './files/file-kind.tsx';

/** An uploaded file. */
export const kind: FieldKind = { ...fileKind, Show: ShowFile, share: 2 };
