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

/** Returns whether two pictures have different colours at a place that both have. */
const differsAt = (a: Buffer, from: number, b: Buffer, other: number): boolean =>
  Math.abs(a[from]! - b[other]!) > SAME ||
  Math.abs(a[from + 1]! - b[other + 1]!) > SAME ||
  Math.abs(a[from + 2]! - b[other + 2]!) > SAME;

/**
 * Compares two pictures pixel by pixel.
 *
 * @returns undefined if they are equal; otherwise the difference as a PNG: the wanted picture, pale, with
 * different pixels in red
 */
export async function differenceOf(wanted: Buffer, got: Buffer): Promise<Buffer | undefined> {
  const [a, b] = await Promise.all([pixelsOf(wanted), pixelsOf(got)]);
  if (a.width === b.width && a.data.equals(b.data)) return undefined;
  const [width, height] = [Math.max(a.width, b.width), Math.max(a.height, b.height)];
  const different: number[] = [];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const isInBoth = x < a.width && x < b.width && y < a.height && y < b.height;
      if (!isInBoth || differsAt(a.data, (y * a.width + x) * 3, b.data, (y * b.width + x) * 3))
        different.push(y * width + x);
    }
  if (different.length <= FEW) return undefined;
  const { data } = await sharp(wanted)
    .removeAlpha()
    .linear(1 / 4, 191)
    .extend({ right: width - a.width, bottom: height - a.height, background: '#fff' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  for (const pixel of different) data.set([220, 0, 0], pixel * 3);
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}
