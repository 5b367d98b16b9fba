import { basename, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const CONFIG = 'resources.config.ts';

/** The files of a product that load at its start. A mistake in another file needs its stack. */
const OF_PRODUCT = /^(resources\.config\.ts|product\.ts|(backend|contract|frontend)\/extensions\/.+)$/;

/** Returns the path of a file of the product from its root; undefined for any other file. */
function productFile(file: string, root: string): string | undefined {
  const path = file.startsWith('file:') ? fileURLToPath(file) : file;
  // The config of a revision is loaded from a separate folder.
  const name = basename(path) === CONFIG ? CONFIG : relative(root, path).replaceAll(sep, '/');
  return OF_PRODUCT.test(name) ? name : undefined;
}

const FILE = String.raw`(?<file>file:\/\/\S+?|\/\S+?)`;
/**
 * The place of code that cannot be parsed, or of an import of a nonexistent name: the first line of the
 * stack.
 */
const WRONG_SOURCE = new RegExp(String.raw`^${FILE}:(?<place>\d+)\n`);
/** The place where an error was thrown: the first line of the stack that names one. */
const THROWN = new RegExp(String.raw`^ +at (?:.* \()?${FILE}:(?<place>\d+:\d+)\)?$`, 'm');
const NOT_FOUND = /^(?<problem>Cannot find (?:module|package) .+) imported from (?<file>.+)$/;

/**
 * Returns one line for an error that the code of a product, in its folder, itself causes when it is loaded, such as a misspelt name in
 * resources.config.ts: the place and the problem. Undefined for any other error.
 */
export function describeSourceError(error: unknown, root: string): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const stack = error.stack ?? '';
  const { problem, file: importer } = NOT_FOUND.exec(error.message)?.groups ?? {};
  if (problem !== undefined && importer !== undefined) {
    const file = productFile(importer, root);
    return file && `${file}: ${problem.replaceAll(join(root, sep), '')}`;
  }
  const { file, place } = (WRONG_SOURCE.exec(stack) ?? THROWN.exec(stack))?.groups ?? {};
  const name = file === undefined ? undefined : productFile(file, root);
  return name && `${name}:${place}: ${error.name}: ${error.message.split('\n').at(-1)}`;
}
