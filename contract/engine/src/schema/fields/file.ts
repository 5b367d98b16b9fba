import { builder, type CommonOptions } from './field.ts';
import { fileIdSchema, type UploadedFile, uploadedFileSchema } from './upload.ts';

/** The options of a file field. */
export interface FileOptions extends CommonOptions {
  /**
   * The maximum size, in megabytes (1,000,000 bytes).
   * @example file({ maxMB: 5 })
   */
  readonly maxMB?: number;
  /**
   * The allowed media types, detected from the content whatever a client says: `['application/pdf']`. Text of
   * any format is `text/plain`. Defaults to all types.
   * @example file({ accept: ['application/pdf'] })
   */
  readonly accept?: readonly string[];
}

const MEDIA_TYPE = /^[a-z]+\/[a-z\d][a-z\d.+-]*$/;

/** An uploaded file, only for download. Input: an id from `POST /api/files`; output: an `UploadedFile`. */
export const file = builder<FileOptions, string, UploadedFile, 'eq'>({
  name: 'file',
  options: { maxMB: 20, accept: undefined },
  operators: ['eq'],
  isUnordered: true,
  column: () => ({ type: 'uuid', sql: 'uuid' }),
  upload: ({ maxMB = 20, accept: types }) => ({ isImage: false, types, maxMB, maxMegapixels: 0 }),
  schema: fileIdSchema,
  output: uploadedFileSchema,
  check: ({ maxMB = 20, accept }, report) => {
    if (!(maxMB > 0 && maxMB <= 1000)) report('maxMB', maxMB, 'must be more than 0, and at most 1000');
    if (accept !== undefined && !Array.isArray(accept)) {
      report('accept', accept, 'must be a list of media types such as ["application/pdf"]');
      return;
    }
    if (accept?.length === 0) report('accept', accept, 'must name at least one type');
    const invalid = accept?.find((type) => !MEDIA_TYPE.test(type));
    if (invalid !== undefined) report('accept', invalid, 'must be a media type such as "application/pdf"');
  },
  samples: {
    // The tests upload a file.
    valid: () => undefined,
    invalid: () => [['x', 'errors.invalid']],
  },
});
