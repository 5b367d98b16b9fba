import { expect, test } from '@playwright/test';
import { lateRequests } from './support/late-requests.ts';
import { visit } from './support/open-page.ts';
import { ADMIN, newcomer, signIn, USER } from './support/sign-in.ts';
import { type Visitor, views, visitors } from './support/views.ts';

const ADDRESSES: Record<Visitor, string | undefined> = {
  stranger: undefined,
  newcomer: newcomer(),
  user: USER,
  admin: ADMIN,
};

for (const visitor of visitors) {
  // In Arabic, because antd's English texts need no locale file.
  test(`everything that a page needs is asked for at once: pages of a ${visitor}`, async ({ page }) => {
    const address = ADDRESSES[visitor];
    if (address) await signIn(page, address);
    const asked = await lateRequests(page);
    const unused: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('preload')) unused.push(message.text());
    });
    for (const one of views.filter(({ by, open }) => by === visitor && !open)) {
      await visit(page, one, 'ar');
      expect.soft(asked.splice(0), one.name).toEqual([]);
    }
    expect(unused).toEqual([]);
  });
}
