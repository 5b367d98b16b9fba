// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { reloadFailedImages } from './failed-images.ts';

/** Adds an image to the page in a state, which the test environment does not load. */
function addImage(name: string, state: Pick<HTMLImageElement, 'complete' | 'naturalWidth'>) {
  const image = document.createElement('img');
  image.src = `/${name}.png`;
  for (const [key, value] of Object.entries(state)) Object.defineProperty(image, key, { value });
  document.body.append(image);
  return image;
}

const returns = {
  'the network is back': () => dispatchEvent(new Event('online')),
  'the user returns to the page': () => document.dispatchEvent(new Event('visibilitychange')),
};

test.each(Object.entries(returns))(
  'an image that has failed is loaded again when %s',
  async (_, comeBack) => {
    document.body.replaceChildren();
    const failed = addImage('failed', { complete: true, naturalWidth: 0 });
    addImage('shown', { complete: true, naturalWidth: 160 });
    addImage('below the window', { complete: false, naturalWidth: 0 });
    const loads: string[] = [];
    const observer = new MutationObserver((changes) => {
      for (const { target } of changes) loads.push((target as HTMLImageElement).src);
    });
    observer.observe(document.body, { subtree: true, attributeFilter: ['src'] });
    reloadFailedImages();
    comeBack();
    await Promise.resolve();
    observer.disconnect();
    expect(new Set(loads)).toEqual(new Set([failed.src]));
  },
);
