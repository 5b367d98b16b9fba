import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Metadata, Sharp, SharpOptions } from 'sharp';
import { ConcurrencyLimit } from '#backend/database/concurrency-limit.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import type { LocalFile } from './storage/storage.ts';

/** The widths of thumbnails: for a cell of a list, a cover, and a record's page. */
const THUMBNAIL_WIDTHS = [160, 320, 640] as const;
/** The longest side that all formats support. */
const MAX_SIDE = 16_383;
/** The number of images that this server processes at once, in total and per user: decoding needs memory. */
const AT_ONCE = new ConcurrencyLimit({ total: 2, perKey: 1, waitMs: 30_000 });
const MAX_SECONDS = 20;

/** A re-encoded image. */
interface ProcessedImage {
  readonly width: number;
  readonly height: number;
  readonly extension: string;
  readonly original: LocalFile;
  readonly thumbnails: readonly (LocalFile & { readonly width: number })[];
}

/** Why an image is rejected. */
type ImageProblem = 'unreadable' | 'tooManyPixels';

/** The output format by upload format: others become WebP. */
const FORMATS: Readonly<
  Record<string, { type: string; extension: string; encode: (image: Sharp) => Sharp }>
> = {
  'image/jpeg': {
    type: 'image/jpeg',
    extension: '.jpg',
    encode: (image) => image.jpeg({ quality: 85 }),
  },
  'image/png': { type: 'image/png', extension: '.png', encode: (image) => image.png() },
};
const WEBP = {
  type: 'image/webp',
  extension: '.webp',
  encode: (image: Sharp) => image.webp({ quality: 85 }),
};

let loading: ReturnType<typeof loadSharp> | undefined;

/** Loads the library with the first image, so that servers without images do not need its memory. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // One thread per image and no cache, because uploads are rare and memory is scarce.
  sharp.concurrency(1);
  sharp.cache(false);
  // Only the required decoders: not those of SVG, PDF and other formats that read further files.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((name) => `VipsForeignLoad${name}`),
  });
  return sharp;
}

/**
 * Decodes an image, rotates it upright and encodes it again without metadata, with smaller thumbnails. This
 * drops any data behind the image in the file.
 * @returns the problem of an image that cannot be decoded completely, or has too many pixels.
 */
export async function processImage(
  path: string,
  about: { type: string; maxMegapixels: number; folder: string; user: string },
): Promise<ProcessedImage | ImageProblem> {
  const { type, folder, user } = about;
  const maxPixels = Math.round(about.maxMegapixels * 1_000_000);
  loading ??= loadSharp();
  const sharp = await loading;
  const options: SharpOptions = { failOn: 'error', limitInputPixels: maxPixels, sequentialRead: true };
  const format = FORMATS[type] ?? WEBP;
  return AT_ONCE.run(user, async () => {
    // Reads only the header for the size, without decoding.
    const header = await sharp(path, { ...options, limitInputPixels: false })
      .metadata()
      .catch(() => undefined);
    if (!header) return 'unreadable';
    if (isTooLarge(header, maxPixels)) return 'tooManyPixels';
    const write = async (image: Sharp, name: string) => {
      const target = join(folder, name);
      const { width, height } = await image.timeout({ seconds: MAX_SECONDS }).toFile(target);
      return { width, height, path: target };
    };
    const main = await write(format.encode(sharp(path, options).autoOrient()), 'original').catch(unlessFull);
    if (!main) return 'unreadable';
    const original = await describe(main.path, format.type);
    const thumbnails: ProcessedImage['thumbnails'][number][] = [];
    for (const width of THUMBNAIL_WIDTHS.filter((width) => width < main.width)) {
      const image = sharp(main.path, { limitInputPixels: maxPixels }).resize({ width }).webp({ quality: 78 });
      const thumbnail = await write(image, String(width));
      thumbnails.push({ ...(await describe(thumbnail.path, WEBP.type)), width });
    }
    return { width: main.width, height: main.height, extension: format.extension, original, thumbnails };
  });
}

/** libvips passes on the system's message, but not its code. */
const unlessFull = (error: Error): undefined => {
  if (/no space left|quota exceeded/i.test(error.message)) throw new ApiError('STORAGE_FULL');
};

const isTooLarge = ({ width, height }: Metadata, maxPixels: number) =>
  width * height > maxPixels || Math.max(width, height) > MAX_SIDE;

async function describe(path: string, type: string): Promise<LocalFile> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return { path, type, size: (await stat(path)).size, sha256: hash.digest('hex') };
}
