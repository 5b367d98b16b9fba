import type { PublicSettings } from '@bindery/contract/records/init.ts';
import type { Page } from '@playwright/test';

/**
 * Overrides the server's public settings in the page. Changes the document after parsing and before any
 * module runs: intercepting the request would disable the browser's cache and slow down every visit.
 */
export async function changeSettings(page: Page, settings: Partial<PublicSettings>): Promise<void> {
  await page.addInitScript((changed) => {
    document.addEventListener('readystatechange', () => {
      const place = document.getElementById('init');
      if (document.readyState !== 'interactive' || !place?.textContent) return;
      const response = JSON.parse(place.textContent);
      // What the server rendered with other settings: the browser renders the page itself.
      const own = globalThis as { takeEarlyInput?: () => boolean };
      const { takeEarlyInput } = own;
      if (takeEarlyInput) own.takeEarlyInput = () => takeEarlyInput() && false;
      place.textContent = JSON.stringify({ ...response, settings: { ...response.settings, ...changed } });
    });
  }, settings);
}

/** The settings of a named environment with the default colour. */
export const staging = { environment: { name: 'Staging', emoji: '🧪', color: 'plum' } } as const;
