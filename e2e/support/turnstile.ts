import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Page } from '@playwright/test';

/** Fakes Cloudflare Turnstile: both the widget's script and the endpoint that verifies its tokens. */
export interface Turnstile {
  /** The settings with which a server uses it. */
  readonly settings: Record<string, string>;
  /** Serves the script to a page. It renders a button for each token, of which only `user` is valid. */
  readonly appearsOn: (page: Page) => Promise<void>;
  readonly close: () => void;
}

const script = `window.turnstile = {
  render(place, { callback }) {
    for (const answer of ['person', 'robot', 'breaks']) {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = answer;
      button.onclick = () => callback(answer);
      place.append(button);
    }
  },
  remove() {},
};`;

/** Starts the fake on a free port. */
export async function startTurnstile(): Promise<Turnstile> {
  const server = createServer(async (req, res) => {
    const { response } = (await json(req)) as { response: string };
    if (response === 'breaks') return void res.destroy();
    res.setHeader('content-type', 'application/json');
    res.end(JSON.stringify({ success: response === 'person' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    settings: {
      TURNSTILE_SITE_KEY: 'site',
      TURNSTILE_SECRET_KEY: 'secret',
      TURNSTILE_VERIFY_URL: `http://127.0.0.1:${port}`,
    },
    appearsOn: async (page) => {
      await page.route('https://challenges.cloudflare.com/**', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: script }),
      );
    },
    close: () => server.close(),
  };
}
