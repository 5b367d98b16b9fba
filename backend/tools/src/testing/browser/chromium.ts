import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { chromium } from '@playwright/test';
import { installFromDebian, installInVersionOf } from './debian-packages.ts';

/** Chromium without a window: the same engine, at two thirds of the CPU time. */
const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell'];
const [DEBIANS_SHELL] = SHELLS as [string];
const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
  String.raw`C:\Program Files (x86)\Google\Chrome\Application\chrome.exe`,
];

/**
 * Features that cost a test more than the page it visits: the suggestions of the address field and the next
 * page that Chromium prepares are pages with a process each. Without them a visit takes half the CPU time.
 */
const UNUSED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'SpareRendererForSitePerProcess',
];

/** The features that Playwright disables: Chromium only reads the last list, which is ours. */
const PLAYWRIGHTS_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

/** Flags for a Chromium under test: without display, sandbox, background traffic or unused features. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  // Without a GPU, a separate process that draws costs a twentieth of the CPU time of all tests.
  '--in-process-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // As the complete Chromium does: otherwise letters of a headless shell have other shapes and widths.
  '--font-render-hinting=slight',
  `--disable-features=${[...PLAYWRIGHTS_FEATURES, ...UNUSED_FEATURES].join()}`,
];

/**
 * Returns the path of a Chromium that starts: CHROMIUM_PATH, Playwright's, or the system's, a headless shell
 * before a complete one. To a complete one of Debian, adds its shell as root. If there is none at all,
 * installs one with Playwright or, as root, from Debian's packages. Throws if that fails too.
 */
export function getChromium(): string {
  const named = process.env.CHROMIUM_PATH;
  if (named && !starts(named))
    throw new Error(`CHROMIUM_PATH is ${named}, but no browser starts from there.`);
  return named || findShell() || addShell() || findComplete() || installChromium();
}

function findShell() {
  return [...playwrightsShells(), ...onPath(SHELLS)].find(starts);
}

function findComplete() {
  return [chromium.executablePath(), ...onPath(NAMES), ...PLACES].find(starts);
}

function onPath(names: readonly string[]) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/snap/bin'].filter(Boolean);
  return folders.flatMap((folder) => names.map((name) => join(folder, name)));
}

/** Another version would draw other pictures. */
function addShell() {
  return installInVersionOf('chromium', DEBIANS_SHELL) ? findShell() : undefined;
}

/** Returns the headless shells beside the complete Chromium: Playwright installs them separately. */
function playwrightsShells() {
  // <browsers>/chromium-<revision>/<system>/chrome
  const ofRevision = dirname(dirname(chromium.executablePath()));
  const shells = ofRevision.replace(/chromium-(\d+)$/, 'chromium_headless_shell-$1');
  return shells === ofRevision
    ? []
    : globSync('*/{chrome-,}headless[-_]shell{,.exe}', { cwd: shells }).map((file) => join(shells, file));
}

/** Tries to start it: an existing file may lack libraries, or only explain how to install the real one. */
function starts(path: string) {
  if (!existsSync(path)) return false;
  return process.platform === 'win32' || spawnSync(path, ['--version']).status === 0;
}

function installChromium() {
  process.stdout.write('There is no Chromium on this machine for the browser tests: installing one.\n');
  const debian = [DEBIANS_SHELL, 'chromium'].map((name) => () => installFromDebian(name));
  for (const install of [installByPlaywright, ...debian]) {
    const installed = install() && (findShell() ?? findComplete());
    if (installed) return installed;
  }
  throw new Error(
    'The browser tests need Chromium, which is not on this machine and could not be installed. ' +
      'Install Chromium or Google Chrome, or set CHROMIUM_PATH to where one is.',
  );
}

function installByPlaywright() {
  const program = createRequire(import.meta.url).resolve('@playwright/test/cli');
  const command = [program, 'install', '--only-shell', 'chromium'];
  return spawnSync(process.execPath, command, { stdio: 'inherit' }).status === 0;
}
