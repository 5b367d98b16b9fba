import { lazy } from 'react';
import type { FieldKind } from '../field.ts';
import type { FileLike } from './known-files.ts';

const UploadInput = lazy(() => import('./upload-input.tsx'));

/** What the kinds of uploaded files share: how they are edited and filtered. */
export const fileKind: Pick<FieldKind, 'Input' | 'filter' | 'toInput' | 'toJson'> = {
  Input: (props) => <UploadInput {...props} />,
  // Whether there is one: nobody looks for the id of a file.
  filter: { operators: ['empty', 'notEmpty'], Input: () => null },
  toInput: (json) => json ?? undefined,
  toJson: (input) =>
    (typeof input === 'string' ? input : (input as Exclude<FileLike, string> | undefined)?.id) ?? null,
};
