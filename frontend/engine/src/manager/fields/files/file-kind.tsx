import { lazy } from 'react';
import type { FieldKind } from '../base/field.ts';
import type { FileLike } from './known-files.ts';

const UploadInput = lazy(() => import('./upload-input.tsx'));

/** What the kinds of uploaded files share: how they are edited and filtered. */
export const fileKind: Pick<FieldKind, 'Input' | 'filter' | 'toInput' | 'toJson'> = {
  Input: (props) => <UploadInput {...props} />,
  // Only whether there is one, because a filter for a file's id is useless.
  filter: { operators: ['empty', 'notEmpty'], Input: () => null },
  toInput: (json) => json ?? undefined,
  toJson: (input) =>
    (typeof input === 'string' ? input : (input as Exclude<FileLike, string> | undefined)?.id) ?? null,
};
