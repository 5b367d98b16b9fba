import sharp from 'sharp';

/** Differences of a channel up to this value are rounding. */
const SAME = 24;
/** How many pixels may differ: fewer than the smallest icon has. */
const FEW = 12;

interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

async function pixelsOf(picture: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Returns a picture as it is stored: lossless, with the best compression. */
export const toStored = (picture: Buffer): Promise<Buffer> =>
  sharp(picture).webp({ lossless: true, effort: 4 }).toBuffer();

/**
 * Compares two pictures pixel by pixel.
 *
 * @returns undefined if they are equal; otherwise the difference as a PNG: the wanted picture, pale, with different
 *   pixels in red
 */
export async function differenceOf(wanted: Buffer, got: Buffer): Promise<Buffer | undefined> {
  const [a, b] = await Promise.all([pixelsOf(wanted), pixelsOf(got)]);
  const [width, height] = [Math.max(a.width, b.width), Math.max(a.height, b.height)];
  const shown = Buffer.alloc(width * height * 3, 255);
  let count = 0;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const to = (y * width + x) * 3;
      const isInBoth = x < a.width && x < b.width && y < a.height && y < b.height;
      const [from, other] = [(y * a.width + x) * 3, (y * b.width + x) * 3];
      const differs =
        !isInBoth ||
        [0, 1, 2].some((channel) => Math.abs(a.data[from + channel]! - b.data[other + channel]!) > SAME);
      if (differs) count += 1;
      for (let channel = 0; channel < 3; channel++)
        shown[to + channel] = differs
          ? channel === 0
            ? 220
            : 0
          : 191 + Math.trunc(a.data[from + channel]! / 4);
    }
  if (count <= FEW) return undefined;
  return sharp(shown, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}
