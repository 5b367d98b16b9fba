// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';

test('animation frames run after a test with fake timers that removed the focused element', async () => {
  vi.useFakeTimers();
  const button = document.body.appendChild(document.createElement('button'));
  button.focus();
  button.remove();
  vi.useRealTimers();
  expect(await new Promise(requestAnimationFrame)).toBeGreaterThan(0);
});
