// The only place that states which Node.js this project takes and which security release it knows: the
// launcher, the start and the tests of the Dockerfile and the workflow read it. Plain JavaScript, because the
// launcher runs on any Node.js from 18 on.

/**
 * The newest security release of each supported line of Node.js (https://nodejs.org/en/blog/vulnerability).
 * @type {Readonly<Record<number, string>>}
 */
export const SECURITY_RELEASES = { 22: '22.23.4', 24: '24.22.1', 26: '26.12.1' };

/** The oldest major version of Node.js that runs this project. */
export const OLDEST_MAJOR = 26;

/**
 * Returns whether a Node.js runs this project.
 * @param {string} version as `process.versions.node` has it; a leading `v` is ignored.
 */
export const isSupported = (version) => major(version) >= OLDEST_MAJOR;

/**
 * Returns whether a Node.js has the fixes of the newest security release of its line. A line of which none is
 * known counts by the newest of all: an older one is out of support, a newer one came after it.
 * @param {string} version
 */
export const isPatched = (version) => isAtLeast(version, securityReleaseFor(version));

/**
 * Returns a line for the operator where a Node.js lacks the fixes of a security release; otherwise undefined.
 * @param {string} version
 */
export function describeUnpatched(version) {
  if (isPatched(version)) return undefined;
  return `Node.js ${version} lacks security fixes: install ${SECURITY_RELEASES[OLDEST_MAJOR]} or newer`;
}

/** @param {string} version */
function securityReleaseFor(version) {
  const known = SECURITY_RELEASES[major(version)];
  return known ?? Object.values(SECURITY_RELEASES).reduce((a, b) => (isAtLeast(a, b) ? a : b));
}

/** @param {string} version */
const numbersOf = (version) =>
  version
    .replace(/^v/, '')
    .split('.')
    .map((part) => Number.parseInt(part, 10));

/** @param {string} version */
const major = (version) => numbersOf(version)[0] ?? 0;

/**
 * @param {string} version
 * @param {string} other
 */
function isAtLeast(version, other) {
  const [mine, theirs] = [numbersOf(version), numbersOf(other)];
  const at = theirs.findIndex((number, index) => number !== mine[index]);
  return at === -1 || Number(mine[at]) > Number(theirs[at]);
}
