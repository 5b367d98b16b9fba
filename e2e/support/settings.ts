import type { Page } from '@playwright/test';
import type { PublicSettings } from '#contract/init.ts';

/**
 * Lets the pages believe that the server was started with other settings. Changes the document once it has been read
 * and before any module runs: a route in between would switch off the browser's cache, and with it make every visit slow.
 */
export async function changeSettings(page: Page, settings: Partial<PublicSettings>): Promise<void> {
  await page.addInitScript((changed) => {
    document.addEventListener('readystatechange', () => {
      const place = document.getElementById('init');
      if (document.readyState !== 'interactive' || !place?.textContent) return;
      const answer = JSON.parse(place.textContent);
      place.textContent = JSON.stringify({ ...answer, settings: { ...answer.settings, ...changed } });
    });
  }, settings);
}

/** The name of an environment in the colour that it has by default. */
export const staging = { environment: { name: 'Staging', emoji: '🧪', color: 'plum' } } as const;
