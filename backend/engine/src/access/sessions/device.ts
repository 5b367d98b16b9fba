import Bowser from 'bowser';

const MAX_LENGTH = 60;
/** Limits the parsed length of the header, which is untrusted input. Browsers send less. */
const MAX_PARSED_LENGTH = 500;

/**
 * Returns a readable name of a session's device: "Firefox 130 · Windows 10". For a program that is not a
 * browser it is the product name from the user agent; null without a user agent.
 */
export function deviceOf(userAgent: string | null): string | null {
  if (!userAgent?.trim()) return null;
  const { browser, os, platform } = Bowser.parse(userAgent.slice(0, MAX_PARSED_LENGTH));
  const version = browser.version?.split('.')[0];
  const system = [os.name, os.name === 'Windows' ? os.versionName : undefined].filter(Boolean).join(' ');
  const parts = [[browser.name, version].filter(Boolean).join(' '), platform.model ?? system].filter(Boolean);
  return (browser.name ? parts.join(' · ') : (userAgent.split(/[/\s]/)[0] ?? '')).slice(0, MAX_LENGTH);
}
