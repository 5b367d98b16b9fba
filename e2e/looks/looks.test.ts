import sharp from 'sharp';
import { expect, test } from 'vitest';
import { type Box, displaced } from './boxes.ts';
import { differenceOf, toStored } from './compare-pictures.ts';

const SIZE = { width: 40, height: 30, channels: 3 } as const;

/** Returns a white picture with a square of a colour. */
const picture = (square: number, red: number) =>
  sharp({ create: { ...SIZE, background: '#fff' } })
    .composite([
      {
        input: { create: { width: square, height: square, channels: 3, background: { r: red, g: 0, b: 0 } } },
        left: 5,
        top: 5,
      },
    ])
    .png()
    .toBuffer();

test('a stored picture equals the original, even with rounded colours', async () => {
  const wanted = await toStored(await picture(6, 200));
  expect(await differenceOf(wanted, await picture(6, 200))).toBeUndefined();
  expect(await differenceOf(wanted, await picture(6, 210))).toBeUndefined();
});

test.each([
  ['in the size of a part', picture(8, 200)],
  ['in a colour', picture(6, 100)],
  [
    'in its own size',
    sharp({ create: { ...SIZE, height: 31, background: '#fff' } })
      .png()
      .toBuffer(),
  ],
])('a picture that differs %s is shown with what differs in red', async (_, other) => {
  const difference = await differenceOf(await toStored(await picture(6, 200)), await other);
  const { data } = await sharp(difference).raw().toBuffer({ resolveWithObject: true });
  const reds = data.filter((value, index) => index % 3 === 0 && value === 220 && data[index + 1] === 0);
  expect(reds.length).toBeGreaterThan(12);
});

const box = (what: string, ...at: [number, number, number, number]): Box => ({ what, box: at });

test('boxes match within a few pixels, and within the width of a text in another font', () => {
  const wanted = [box('h1', 16, 80, 200, 30), box('button', 230, 80, 90, 40)];
  expect(displaced(wanted, [box('h1', 16, 83, 228, 30), box('button', 238, 80, 90, 40)])).toEqual([]);
});

test.each([
  ['lower', box('h1', 16, 100, 200, 30)],
  ['elsewhere on its line', box('h1', 90, 80, 200, 30)],
  ['higher than it should be', box('h1', 16, 80, 200, 60)],
])('a heading that is %s is named', (_, got) => {
  expect(displaced([box('h1', 16, 80, 200, 30)], [got])).toEqual([`h1: wanted 16,80,200,30, got ${got.box}`]);
});

test('a missing control is named with the others', () => {
  expect(displaced([box('h1', 0, 0, 9, 9), box('button', 0, 0, 9, 9)], [box('h1', 0, 0, 9, 9)])).toEqual([
    'wanted: h1 button',
    'got: h1',
  ]);
});
