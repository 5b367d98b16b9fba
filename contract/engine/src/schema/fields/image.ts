import { builder, type CommonOptions } from './field.ts';
import { fileIdSchema, type UploadedFile, uploadedFileSchema } from './upload.ts';

/** The options of an image field. */
export interface ImageOptions extends CommonOptions {
  /**
   * The maximum size of the uploaded file, in megabytes (1,000,000 bytes).
   * @example image({ maxMB: 5 })
   */
  readonly maxMB?: number;
  /**
   * The maximum number of pixels, in millions.
   * @example image({ maxMegapixels: 12 })
   */
  readonly maxMegapixels?: number;
}

/** The formats in which images can be uploaded. */
const TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'] as const;

/**
 * An uploaded image, rotated upright, without metadata, and with thumbnails. The input is the id of a file
 * from `POST /api/files`, the output an `UploadedFile`.
 */
export const image = builder<ImageOptions, string, UploadedFile, 'eq'>({
  name: 'image',
  options: { maxMB: 10, maxMegapixels: 40 },
  operators: ['eq'],
  isUnordered: true,
  column: () => ({ type: 'uuid', sql: 'uuid' }),
  upload: ({ maxMB = 10, maxMegapixels = 40 }) => ({ isImage: true, types: TYPES, maxMB, maxMegapixels }),
  schema: fileIdSchema,
  output: uploadedFileSchema,
  check: ({ maxMB = 10, maxMegapixels = 40 }, report) => {
    if (!(maxMB > 0 && maxMB <= 100)) report('maxMB', maxMB, 'must be more than 0, and at most 100');
    if (!(maxMegapixels > 0 && maxMegapixels <= 200))
      report('maxMegapixels', maxMegapixels, 'must be more than 0, and at most 200');
  },
  samples: {
    // The tests upload a file.
    valid: () => undefined,
    invalid: () => [['x', 'errors.invalid']],
  },
});
