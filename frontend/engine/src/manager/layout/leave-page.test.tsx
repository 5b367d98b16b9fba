// @vitest-environment jsdom
import '#frontend/testing/browser-features.ts';
import { act, cleanup, render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { useLeaveFor } from './leave-page.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

let leaveFor: ReturnType<typeof useLeaveFor>;
function Page() {
  leaveFor = useLeaveFor();
  return null;
}

/** Opens pages one after the other, which the Navigation API reports as of the same document or not. */
function openInTurn(addresses: readonly string[], { sameDocument = true } = {}) {
  const initialEntries = [...addresses];
  const router = createMemoryRouter([{ path: '*', Component: Page }], { initialEntries });
  const entries = () => addresses.map((address) => ({ url: `https://example.com${address}`, sameDocument }));
  vi.stubGlobal('navigation', { currentEntry: { index: addresses.length - 1 }, entries });
  render(<RouterProvider router={router} />);
  const here = () => router.state.location.pathname + router.state.location.search;
  return {
    leave: async (address: string) => {
      await act(() => leaveFor(address));
      return here();
    },
    back: async () => {
      await act(() => router.navigate(-1));
      return here();
    },
  };
}

test('a list is as the user left it, and one Back leads to what was before it', async () => {
  const page = openInTurn(['/home', '/manager/books?searchTerm=a', '/manager/books/1']);
  expect(await page.leave('/manager/books')).toBe('/manager/books?searchTerm=a');
  expect(await page.back()).toBe('/home');
});

test('a page that the user did not come from takes the place of the one that is left', async () => {
  const page = openInTurn(['/home', '/manager/books/1']);
  expect(await page.leave('/manager/books')).toBe('/manager/books');
  expect(await page.back()).toBe('/home');
});

test('so does a page of an earlier document, which may be out of date', async () => {
  const page = openInTurn(['/home', '/manager/books?searchTerm=a', '/manager/books/1'], {
    sameDocument: false,
  });
  expect(await page.leave('/manager/books')).toBe('/manager/books');
});

test('the archive of a list is another page than the list', async () => {
  const archive = '/manager/books?archived=true';
  const fromArchive = openInTurn(['/home', `${archive}&searchTerm=a`, '/manager/books/1?archived=true']);
  expect(await fromArchive.leave(archive)).toBe(`${archive}&searchTerm=a`);
  expect(await fromArchive.back()).toBe('/home');
  cleanup();
  const fromList = openInTurn(['/home', '/manager/books', '/manager/books/1?archived=true']);
  expect(await fromList.leave(archive)).toBe(archive);
});
