import { changeSettings } from '@bindery/tools/testing/browser/settings.ts';
import { newcomer } from '@bindery/tools/testing/browser/sign-in.ts';
import { expect, type Page, test } from '@playwright/test';

// Only the pages: backend/engine/src/access/auth/codes/captcha.api.test.ts tests the responses of a server
// with a captcha, and that its Content-Security-Policy allows the widget. The server under test has no
// captcha.
test.use({ bypassCSP: true });

const SITE = 'https://challenges.cloudflare.com/**';

/** Replaces the script of Cloudflare Turnstile: it renders a button for each token. */
const script = `window.turnstile = {
  render(place, { callback }) {
    for (const response of ['person', 'robot', 'breaks']) {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = response;
      button.onclick = () => callback(response);
      place.append(button);
    }
  },
  remove() {},
};`;

/** The responses of a server with a captcha to requests for a code with these tokens. */
const REJECTIONS: Readonly<Record<string, { status: number; code: string }>> = {
  '': { status: 400, code: 'MISSING_RESPONSE' },
  robot: { status: 403, code: 'VERIFICATION_FAILED' },
  breaks: { status: 503, code: 'SERVICE_UNAVAILABLE' },
};

async function answerLikeTurnstile(page: Page) {
  await page.route(SITE, (route) => route.fulfill({ contentType: 'text/javascript', body: script }));
  await page.route('**/send-verification-otp', (route) => {
    const token = route.request().headers()['x-captcha-response'] ?? '';
    const rejection = REJECTIONS[token];
    return rejection
      ? route.fulfill({ status: rejection.status, json: { code: rejection.code, message: '' } })
      : route.fallback();
  });
}

test.beforeEach(({ page }) => changeSettings(page, { captchaSiteKey: 'site' }));

test('a code is sent only after the captcha is passed, and one that cannot be loaded shows an error', async ({
  page,
}) => {
  await page.clock.install();
  await page.route(SITE, (route) => route.abort());
  await page.goto('/login');
  await expect(page.getByText('The robot check cannot be reached')).toBeVisible();
  await page.unroute(SITE);

  await answerLikeTurnstile(page);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByLabel('Email').fill(newcomer());
  const send = page.getByRole('button', { name: 'Send me a code' });
  await expect(page.getByRole('button', { name: 'robot' })).toBeVisible();
  await send.click();
  await expect(page.getByText('Please show that you are not a robot')).toBeVisible();
  for (const [response, text] of [
    ['robot', 'The robot check failed'],
    ['breaks', 'The robot check cannot be reached'],
  ] as const) {
    await page.getByRole('button', { name: response }).click();
    await send.click();
    await expect(page.getByText(text)).toBeVisible();
  }
  await page.getByRole('button', { name: 'person' }).click();
  await send.click();
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();

  await expect(page.getByRole('button', { name: 'person' })).toHaveCount(0);
  await page.clock.runFor(31_000);
  await page.getByRole('button', { name: 'person' }).click();
  await page.getByRole('button', { name: 'Send a new code' }).click();
  await expect(page.getByText('A new code is on its way.')).toBeVisible();
});
