import type { z } from 'zod';
import type { Zod } from './field.ts';

/** What may be uploaded for a field. */
export interface UploadRules {
  readonly isImage: boolean;
  /** The allowed media types, detected from the content; undefined for all. */
  readonly types: readonly string[] | undefined;
  /** The maximum size, in megabytes (1,000,000 bytes). */
  readonly maxMB: number;
  /** The maximum number of pixels of an image, in millions. */
  readonly maxMegapixels: number;
}

/** A smaller version of an image. */
export interface Thumbnail {
  readonly width: number;
  readonly url: string;
}

/** An uploaded file in the output. Its addresses are signed, and valid for some hours. */
export interface UploadedFile {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  /** In bytes. */
  readonly size: number;
  readonly url: string;
  /** The size of an image in pixels. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** The smaller versions of an image, smallest first. */
  readonly thumbnails?: readonly Thumbnail[] | undefined;
}

/** Returns the schema of an uploaded file in the output. */
export const uploadedFileSchema = (z: Zod): z.ZodType<UploadedFile> =>
  z.object({
    id: z.uuid(),
    name: z.string(),
    type: z.string(),
    size: z.int(),
    url: z.string(),
    width: z.int().optional(),
    height: z.int().optional(),
    thumbnails: z.array(z.object({ width: z.int(), url: z.string() })).optional(),
  });

/** Replaces the id of a file while a form uploads it; no record is saved with it. */
export const UPLOADING = 'uploading';

/** Replaces the id of a file whose upload has failed, until the user tries again or cancels it. */
export const UPLOAD_FAILED = 'upload failed';

/** Returns the schema of the input: the id of an uploaded file. */
export const fileIdSchema = (z: Zod): z.ZodType =>
  z
    .string()
    .meta({ format: 'uuid' })
    .refine((id) => id !== UPLOADING, { abort: true, params: { key: 'errors.fileUploading' } })
    .refine((id) => id !== UPLOAD_FAILED, { abort: true, params: { key: 'errors.fileFailed' } })
    .pipe(z.uuid().toLowerCase());
