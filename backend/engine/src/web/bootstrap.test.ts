import { expect, test, vi } from 'vitest';
import { readSettings } from '#backend/kernel/settings/settings.ts';
import { logger } from '#backend/logging/logger.ts';
import { printBanner } from '#backend/web/bootstrap.ts';

/** Returns a database whose clock differs by some seconds. */
const databaseAt = (seconds: number) => ({
  query: vi.fn().mockImplementation(async () => [{ now: Date.now() + seconds * 1000 }]),
});

/** Returns what a server prints at start if the database's clock differs by some seconds. */
async function bannerAt(seconds: number): Promise<string> {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const settings = readSettings({ VITE_BASE_URL: 'http://127.0.0.1:3000' });
  await printBanner(databaseAt(seconds), { ...settings, seed: false });
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

test('in production, all lines are those of the log', async () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const [info, error] = (['info', 'error', 'warn'] as const).map((level) =>
    vi.spyOn(logger, level).mockImplementation(() => {}),
  );
  const settings = readSettings({
    NODE_ENV: 'production',
    VITE_BASE_URL: 'https://library.example.com',
    SMTP_URL: 'smtp://mail.example.com',
    MAIL_FROM: 'library@example.com',
    AUTH_SECRET: 'x'.repeat(32),
    DATABASE_URL: 'postgres://database.example.com/library',
  });
  const startAt = (seconds: number) => printBanner(databaseAt(seconds), settings);
  await startAt(0);
  const ready = expect.stringMatching(/ is ready in \d+\.\d s$/);
  expect(info).toHaveBeenCalledExactlyOnceWith({ url: 'https://library.example.com' }, ready);
  await startAt(120);
  expect(error).toHaveBeenCalledWith(expect.stringContaining('is not ready: this machine'));
  expect(write).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});
