import type { FieldKind } from './base/field.ts';
import { fileKind } from './files/file-kind.tsx';
import { ShowFile } from './files/shown-file.tsx';

/** An uploaded file. */
export const kind: FieldKind = { ...fileKind, Show: ShowFile, share: 2 };
