// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';

test('animation frames come after a test for which time stood still while the focused element was removed', async () => {
  vi.useFakeTimers();
  const button = document.body.appendChild(document.createElement('button'));
  button.focus();
  button.remove();
  vi.useRealTimers();
  expect(await new Promise(requestAnimationFrame)).toBeGreaterThan(0);
});
