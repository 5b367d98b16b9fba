import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  describeUnpatched,
  isPatched,
  isSupported,
  OLDEST_MAJOR,
  SECURITY_RELEASES,
} from './node-releases.mjs';

describe('a Node.js', () => {
  it.each([
    ['26.12.1', true],
    ['v26.12.1', true],
    ['26.13.0', true],
    ['26.12.10', true],
    ['27.0.0', true],
    ['28.1.2', true],
    ['24.22.1', true],
    ['22.23.4', true],
    ['26.12.0', false],
    ['26.10.0', false],
    ['26.9.9', false],
    ['25.99.99', false],
    ['24.22.0', false],
    ['22.23.3', false],
    ['20.20.2', false],
  ])('%s has the newest security fixes: %s', (version, expected) => {
    expect(isPatched(version)).toBe(expected);
  });

  it('runs the project from the oldest supported line on', () => {
    expect(
      [OLDEST_MAJOR - 1, OLDEST_MAJOR, OLDEST_MAJOR + 1].map((major) => isSupported(`${major}.0.0`)),
    ).toEqual([false, true, true]);
  });

  it('without security fixes is reported on one line that names both versions', () => {
    expect(describeUnpatched('26.12.1')).toBeUndefined();
    expect(describeUnpatched('26.10.0')).toBe(
      'Node.js 26.10.0 lacks security fixes: install 26.12.1 or newer',
    );
  });
});

it.each(['Dockerfile', '.github/workflows/ci.yml', '.github/workflows/release.yml'])(
  '%s uses the security release of the supported line',
  (path) => {
    const text = readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
    const versions = [...text.matchAll(/(?:FROM node:|node-version: )([\d.]+)/g)].map(
      ([, version]) => version,
    );
    expect(versions.length).toBeGreaterThan(0);
    expect(new Set(versions)).toEqual(new Set([SECURITY_RELEASES[OLDEST_MAJOR]]));
  },
);
