import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { loadProduct } from '@bindery/contract/api/load-product.ts';
import { type CommandContext, CommandError } from './command.ts';

const USAGE = `npm run bindery texts [resource …] [-- --write | --check]

  npm run bindery texts             prints the texts that each language lacks, as they stand in its files,
                                     with what pages show instead
  npm run bindery texts loans       those of one resource
  npm run bindery texts -- --write  adds them to the files, to be translated there
  npm run bindery texts -- --check  exits with 1 if there are some`;

/** See `Command`. */
export async function run(args: readonly string[], { root }: CommandContext): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      write: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const print = (text: string) => process.stdout.write(`${text}\n`);
  if (values.help) {
    print(USAGE);
    return 0;
  }
  const [{ resources }, { unknownName }, { missingTexts }, { merged, skeletonOf }] = await Promise.all([
    loadProduct(root),
    import('@bindery/contract/schema/error.ts'),
    import('@bindery/contract/api/texts/missing-texts.ts'),
    import('./texts/skeleton.ts'),
  ]);
  const names = Object.keys(resources);
  for (const name of positionals)
    if (!names.includes(name)) throw new CommandError(`The resource "${name}" ${unknownName(name, names)}`);
  const isRequested = (key: string) =>
    positionals.length === 0 || positionals.some((name) => key.startsWith(`resources.${name}.`));
  const missing = missingTexts(resources)
    .map((texts) => ({ ...texts, keys: texts.keys.filter(isRequested) }))
    .filter(({ keys }) => keys.length > 0);
  if (missing.length === 0) {
    print('No text is missing.');
    return 0;
  }
  for (const texts of missing) {
    const skeleton = skeletonOf(texts, resources);
    const path = resolve(root, texts.file);
    if (values.write) {
      await mkdir(dirname(path), { recursive: true });
      const known = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
      writeFileSync(path, `${JSON.stringify(merged(known, skeleton), undefined, 2)}\n`);
      print(
        `${texts.file}: ${texts.keys.length} added${texts.language === 'en' ? '' : ', to be translated'}`,
      );
    } else print(`${texts.file}\n${JSON.stringify(skeleton, undefined, 2)}\n`);
  }
  if (values.write) print('\nnpm test names the texts that are still in English.');
  else print('npm run bindery texts -- --write   adds them to the files');
  return values.check ? 1 : 0;
}
