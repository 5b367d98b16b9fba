import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { languages } from '#contract/init.ts';
import { unknownName } from '#contract/schema/error.ts';
import { missingTextsOf } from '#contract/texts/missing-texts.ts';
import { CommandError } from './command.ts';
import { ROOT } from './load-config.ts';
import { parseCommandLine } from './parse-command-line.ts';
import { addTexts, englishOf } from './texts/add-texts.ts';

/** See `Command`. */
export const summary = 'writes the texts that a resource lacks, in English, to be translated';

const USAGE = `npm run resource texts <resource…>

Adds the labels that frontend/locales/<language>/manager.json lacks of these resources, in every
language, with the English of the entry. Texts that are there stay.`;

/**
 * See `Command`.
 *
 * @throws CommandError for an unknown resource, or without one.
 */
export async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseCommandLine(args, {
    usage: USAGE,
    positionals: Number.POSITIVE_INFINITY,
    options: {},
  });
  const print = (text: string) => process.stdout.write(`${text}\n`);
  if (values.help) {
    print(USAGE);
    return 0;
  }
  if (positionals.length === 0) throw new CommandError(USAGE);
  const { default: resources } = await import('#resources.config');
  const chosen = positionals.map((name) => {
    const resource = Object.values(resources).find((one) => one.name === name);
    if (!resource)
      throw new CommandError(`${JSON.stringify(name)} ${unknownName(name, Object.keys(resources))}`);
    return resource;
  });
  for (const language of languages) {
    const missing = chosen.flatMap((resource) =>
      missingTextsOf(resource)
        .filter((lack) => lack.language === language)
        .flatMap(({ keys }) => keys.flatMap((key) => englishOf(resource, key) ?? [])),
    );
    const name = `frontend/locales/${language}/manager.json`;
    const file = resolve(ROOT, name);
    if (missing.length > 0) writeFileSync(file, addTexts(readFileSync(file, 'utf8'), missing));
    const todo = language === 'en' ? 'added' : 'added, to be translated';
    print(missing.length > 0 ? `${name}: ${missing.length} texts ${todo}` : `${name}: nothing is missing`);
  }
  return 0;
}
