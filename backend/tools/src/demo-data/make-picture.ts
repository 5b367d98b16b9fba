import type { Random } from './random.ts';

/** The size of a generated picture: portrait, and wide enough for two thumbnails. */
const [WIDTH, HEIGHT] = [480, 640];
/** The side of a tile. Whole tiles of one colour make small files. */
const TILE = 80;
const PIXELS_PER_MEGAPIXEL = 1_000_000;

type Colour = readonly [red: number, green: number, blue: number];

const colour = (random: Random, low: number, high: number): Colour => [
  random.number.int({ min: low, max: high }),
  random.number.int({ min: low, max: high }),
  random.number.int({ min: low, max: high }),
];

/**
 * Generates a PNG of tiles in two colours within a limit of pixels; the same random numbers give the same
 * picture.
 */
export async function makePicture(random: Random, maxMegapixels: number): Promise<Buffer> {
  const scale = Math.min(1, Math.sqrt((maxMegapixels * PIXELS_PER_MEGAPIXEL) / (WIDTH * HEIGHT)));
  const width = Math.max(1, Math.floor(WIDTH * scale));
  const height = Math.max(1, Math.floor(HEIGHT * scale));
  const ground = colour(random, 20, 140);
  const figure = colour(random, 130, 250);
  const columns = WIDTH / TILE;
  const tiles = Array.from({ length: columns * (HEIGHT / TILE) }, () => random.datatype.boolean(0.4));
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const tile = Math.floor(y / scale / TILE) * columns + Math.floor(x / scale / TILE);
      pixels.set(tiles[tile] ? figure : ground, (y * width + x) * 3);
    }
  const { default: sharp } = await import('sharp');
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}
