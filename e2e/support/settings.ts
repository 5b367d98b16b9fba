import type { Page } from '@playwright/test';
import type { PublicSettings } from '#contract/init.ts';

/** Lets the pages believe that the server was started with other settings. */
export async function changeSettings(page: Page, settings: Partial<PublicSettings>): Promise<void> {
  await page.route(
    (url) => !url.pathname.startsWith('/assets/') && !url.pathname.startsWith('/api/'),
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      const response = await route.fetch();
      const changed = (_: string, open: string, init: string) => {
        const answer = JSON.parse(init);
        return open + JSON.stringify({ ...answer, settings: { ...answer.settings, ...settings } });
      };
      const body = (await response.text()).replace(/(id="init"[^>]*>)([^<]*)/, changed);
      await route.fulfill({ response, body });
    },
  );
}

/** The name of an environment in the colour that it has by default. */
export const staging = { environment: { name: 'Staging', emoji: '🧪', color: 'plum' } } as const;
