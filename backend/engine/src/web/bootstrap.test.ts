import { expect, test, vi } from 'vitest';
import { readSettings } from '#backend/kernel/settings/settings.ts';
import { printBanner } from '#backend/web/bootstrap.ts';

/** Returns what a server prints at start if the database's clock differs by some seconds. */
async function bannerAt(seconds: number): Promise<string> {
  const query = vi.fn().mockImplementation(async () => [{ now: Date.now() + seconds * 1000 }]);
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const settings = readSettings({ VITE_BASE_URL: 'http://127.0.0.1:3000' });
  await printBanner({ query }, { ...settings, seed: false });
  const printed = String(write.mock.lastCall?.[0]);
  write.mockRestore();
  return printed;
}

test("a server reports itself ready only while its clock and the database's agree", async () => {
  expect(await bannerAt(0)).toMatch(/ is ready in \d+\.\d s: http:\/\/127\.0\.0\.1:3000\n/);
  for (const [seconds, side] of [
    [-120, 'ahead of'],
    [120, 'behind'],
  ] as const) {
    const printed = await bannerAt(seconds);
    expect(printed).toMatch(new RegExp(`is not ready: this machine's clock is 1(19|20|21) s ${side}`));
    expect(printed).not.toContain('is ready in');
  }
});
