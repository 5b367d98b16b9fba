// @vitest-environment jsdom

import '#frontend/testing/browser-features.ts';
import { cleanup, renderHook } from '@testing-library/react';
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { useCollapsed } from './manager-layout.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.restoreAllMocks();
});

function onTablet(isTablet: boolean) {
  vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: isTablet && media.includes('width < 1024px'),
      onchange: null,
      addListener() {},
      removeListener() {},
    }),
  );
}

const open = () => renderHook(() => useCollapsed()).result;

test('the menu is collapsed on tablets and open on wider screens, until the user chooses', () => {
  onTablet(true);
  expect(open().current[0]).toBe(true);
  onTablet(false);
  expect(open().current[0]).toBe(false);
  expect(localStorage.length).toBe(0);
});

test("the user's choice applies on every screen, and at the next visit", () => {
  onTablet(true);
  const menu = open();
  act(() => menu.current[1]());
  expect(menu.current[0]).toBe(false);
  cleanup();
  expect(open().current[0]).toBe(false);
  onTablet(false);
  const desktop = open();
  act(() => desktop.current[1]());
  cleanup();
  onTablet(true);
  expect(open().current[0]).toBe(true);
});
