import Bowser from 'bowser';

const LONGEST = 60;
/** What is read of a header that anybody can fill: browsers say less. */
const READ = 500;

/**
 * What a session was begun with, for users to recognise it: "Firefox 130 · Windows 10". A program that is no browser
 * is shown by the name it gives itself; null where there is none.
 */
export function deviceOf(userAgent: string | null): string | null {
  if (!userAgent?.trim()) return null;
  const { browser, os, platform } = Bowser.parse(userAgent.slice(0, READ));
  const version = browser.version?.split('.')[0];
  const system = [os.name, os.name === 'Windows' ? os.versionName : undefined].filter(Boolean).join(' ');
  const parts = [[browser.name, version].filter(Boolean).join(' '), platform.model ?? system].filter(Boolean);
  return (browser.name ? parts.join(' · ') : (userAgent.split(/[/\s]/)[0] ?? '')).slice(0, LONGEST);
}
