import { readFileSync, writeFileSync } from 'node:fs';
import { JsonConflict, mergeJson } from './merge-json.ts';
import { type MergedText, mergeText, type Versions } from './merge-text.ts';

/*
 * A merge driver of git for the files that a product and the starter both write (docs/upgrading.md): takes the paths of
 * the common version, of ours, which it replaces by the result, and of theirs, and the name that the file has in the
 * project. Exits with 1 if there is a conflict, which it then marks as git does.
 */

const [base = '', ours = '', theirs = '', name = ''] = process.argv.slice(2);
const read = (file: string) => readFileSync(file, 'utf8');

/** What package.json says of the product, whatever the starter says of itself there. */
const OF_THE_PRODUCT = ['name', 'description', 'version', 'private', 'license', 'bugs'];

/** A file that both sides have added has an empty common version. */
const parse = (text: string): unknown => JSON.parse(text.trim() || '{}');

function mergeJsonTexts(texts: Versions<string>): MergedText {
  const versions = { base: parse(texts.base), ours: parse(texts.ours), theirs: parse(texts.theirs) };
  const merged = mergeJson(name === 'package.json' ? withOurProduct(versions) : versions);
  return { text: `${JSON.stringify(merged, null, 2)}\n`, hasConflict: false };
}

/** Returns versions in which we alone have changed what is said of the product, where we have changed it. */
function withOurProduct({ base, ours, theirs }: Versions<unknown>): Versions<unknown> {
  const [was, mine] = [base, ours] as Record<string, unknown>[];
  const kept = OF_THE_PRODUCT.filter((key) => JSON.stringify(was?.[key]) !== JSON.stringify(mine?.[key]));
  const original = Object.fromEntries(kept.map((key) => [key, was?.[key]]));
  return { base, ours, theirs: { ...(theirs as object), ...original } };
}

async function merge(texts: Versions<string>): Promise<MergedText> {
  try {
    if (name !== 'resources.config.ts') return mergeJsonTexts(texts);
    // Loaded with a parser of TypeScript, which JSON does not need.
    const { mergeEntries } = await import('./merge-entries.ts');
    return mergeEntries(texts);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (!(error instanceof JsonConflict))
      process.stderr.write(`${name}: merged line by line: ${error.message}\n`);
    return mergeText(texts);
  }
}

const { text, hasConflict } = await merge({ base: read(base), ours: read(ours), theirs: read(theirs) });
writeFileSync(ours, text);
process.exitCode = hasConflict ? 1 : 0;
