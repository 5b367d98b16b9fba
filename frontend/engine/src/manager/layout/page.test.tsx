// @vitest-environment jsdom
import '#frontend/testing/browser-features.ts';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openManager, serveManager } from '../testing/manager-fixture.tsx';
import { ManagerLayout } from './manager-layout.tsx';
import { Page } from './page.tsx';

const menu = vi.hoisted(() => ({ renders: 0 }));

vi.mock('./menu-list.tsx', () => ({
  MenuList() {
    menu.renders += 1;
    return null;
  },
}));

serveManager();

test('the breadcrumbs of the first page are in the top bar, and render no other part of the layout again', async () => {
  await openManager('/', [
    {
      path: '/',
      element: (
        <ManagerLayout>
          <Page title="Genres">{null}</Page>
        </ManagerLayout>
      ),
    },
  ]);
  expect(screen.getByRole('navigation', { name: 'You are here' }).closest('main')).toBe(null);
  expect(menu.renders).toBe(1);
});
