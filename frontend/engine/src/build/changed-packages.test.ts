import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { nativeSideChannel } from './changed-packages.ts';

interface Channel {
  assert(key: unknown): void;
  delete(key: unknown): unknown;
  get(key: unknown): unknown;
  has(key: unknown): boolean;
  set(key: unknown, value: unknown): void;
}

const { resolve } = createRequire(createRequire(import.meta.url).resolve('qs'));
const theirs: () => Channel = createRequire(import.meta.url)(resolve('side-channel'));

const loader = nativeSideChannel().load as { filter: { id: RegExp }; handler: () => string };

/** Evaluates the module that the build contains instead. */
function ours(): Channel {
  const module: { exports?: () => Channel } = {};
  new Function('module', loader.handler())(module);
  return module.exports!();
}

const object = {};
const keys: readonly unknown[] = [
  object,
  [],
  () => {},
  'text',
  7,
  Number.NaN,
  null,
  undefined,
  Symbol.iterator,
];

test('the side channel of the build does what the package does, for keys of every type', () => {
  const channels = [theirs(), ours()];
  for (const key of keys)
    for (const step of [
      (channel: Channel) => channel.has(key),
      (channel: Channel) => channel.get(key),
      (channel: Channel) => channel.delete(key),
      (channel: Channel) => channel.set(key, 'first'),
      (channel: Channel) => channel.set(key, 'second'),
      (channel: Channel) => channel.get(key),
      (channel: Channel) => channel.assert(key),
      (channel: Channel) => channel.delete(key),
      (channel: Channel) => channel.has(key),
    ]) {
      const [expected, found] = channels.map(step);
      expect(found, String(key)).toEqual(expected);
    }
  for (const channel of channels) expect(() => channel.assert(object)).toThrow(TypeError);
});

test('only this package is replaced', () => {
  expect(resolve('side-channel')).toMatch(loader.filter.id);
  expect(resolve('object-inspect')).not.toMatch(loader.filter.id);
});
