import { expect, it } from 'vitest';
import { parseRange } from './download.ts';
import { cleanFileName, contentDisposition } from './file-name.ts';
import { createFileUrls } from './signed-url.ts';

it.each([
  ['party.JPEG', '.jpg', 'party.JPEG'],
  ['shot.heic', '.jpg', 'shot.jpg'],
  ['no extension', '.webp', 'no extension.webp'],
  ['.png', '.png', 'file.png'],
  ['\uD800.png', '.png', '\uFFFD.png'],
  [`${'🦉'.repeat(200)}.png`, '.webp', `${'🦉'.repeat(125)}.webp`],
])('the image %j that is stored as %s has the name %j', (given, extension, expected) => {
  expect(cleanFileName(given, extension)).toBe(expected);
});

it('a name in a header can end neither its value nor the header', () => {
  const header = contentDisposition('attachment', 'a"; filename=b\\%41 é🦉.txt');
  expect(header).toBe(
    `attachment; filename="a_; filename=b__41 ___.txt"; filename*=UTF-8''${encodeURIComponent('a"; filename=b\\%41 é🦉.txt')}`,
  );
});

it.each([
  [undefined, undefined],
  ['bytes=-', undefined],
  ['bytes=5-3', undefined],
  ['items=0-1', undefined],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=5-999', { start: 5, end: 9 }],
  ['bytes=-999', { start: 0, end: 9 }],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=10-', 'unsatisfiable'],
])('of ten bytes, the range %s is %j', (header, expected) => {
  expect(parseRange(header, 10)).toEqual(expected);
});

it('an address stays the same for hours, is valid for at least six, and expires', () => {
  const HOUR = 3_600_000;
  let now = 100 * HOUR;
  const urls = createFileUrls('secret', () => now);
  const address = () => {
    const url = new URL(urls.of('id', 160), 'http://localhost');
    const [id = '', variant = ''] = url.pathname.split('/').slice(3);
    const { expires = '', signature = '' } = Object.fromEntries(url.searchParams);
    return { id, variant, expires, signature };
  };
  const first = address();
  expect(urls.secondsLeft(first)).toBeGreaterThanOrEqual(6 * 3600);
  now += HOUR;
  expect(address()).toEqual(first);
  expect(createFileUrls('another secret', () => now).secondsLeft(first)).toBeUndefined();
  now += 12 * HOUR;
  expect(urls.secondsLeft(first)).toBeUndefined();
});
