// @vitest-environment jsdom
import '#frontend/testing/browser-features.ts';
import { render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Menu, MenuAction } from './menu.tsx';

afterEach(() => vi.restoreAllMocks());

/** Opens a menu of this height from a button at this distance from the top of the window. */
function openAt(top: number, height: number): string {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const isMenu = this.getAttribute('role') === 'menu';
    const start = isMenu ? top + 40 : top;
    const size = isMenu ? height : 32;
    return { top: start, bottom: start + size, height: size, left: 0, right: 0 } as DOMRect;
  });
  HTMLElement.prototype.scrollIntoView = () => {};
  const button = document.body.appendChild(document.createElement('button'));
  const { unmount } = render(
    <Menu button={button} label="Actions of Dune" onClose={() => {}}>
      <MenuAction onPress={() => {}}>Copy</MenuAction>
    </Menu>,
  );
  const place = screen.getByRole('menu').style.getPropertyValue('--below');
  unmount();
  button.remove();
  return place;
}

test('a menu opens below its button, above it where the window ends, unless it has no room there either', () => {
  expect(openAt(100, 200)).toBe('132px');
  expect(openAt(innerHeight - 50, 200)).toBe(`${innerHeight - 50 - 200 - 8}px`);
  expect(openAt(innerHeight - 50, innerHeight)).toBe(`${innerHeight - 18}px`);
});
