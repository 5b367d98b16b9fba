import { globSync } from 'node:fs';
import { installFromDebian } from '@bindery/tools/testing/browser/debian-packages.ts';

/** Programs for the tests in other browsers, with their paths on Debian and their packages. */
const PROGRAMS = {
  firefox: { places: ['/usr/bin/firefox-esr', '/usr/bin/firefox'], package: 'firefox-esr' },
  webkitDriver: { places: ['/usr/bin/WebKitWebDriver'], package: 'webkit2gtk-driver' },
  webkit: { places: ['/usr/lib/*/webkit2gtk-4.*/MiniBrowser'], package: 'webkit2gtk-driver' },
  xvfb: { places: ['/usr/bin/Xvfb'], package: 'xvfb' },
};

/** Returns the path of a program; installs it if missing. Throws if it cannot be installed. */
export function findProgram(name: keyof typeof PROGRAMS): string {
  const { places, package: debianPackage } = PROGRAMS[name];
  const found = () => globSync(places)[0];
  const path = found();
  if (path) return path;
  process.stdout.write(
    `There is no ${debianPackage} on this machine for the browser tests: installing it.\n`,
  );
  const installed = installFromDebian(debianPackage) ? found() : undefined;
  if (installed) return installed;
  throw new Error(`The tests in other browsers need ${debianPackage}: install it and run them again.`);
}
