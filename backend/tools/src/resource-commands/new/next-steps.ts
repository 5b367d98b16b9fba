import { readFileSync } from 'node:fs';
import { missingTexts } from '@bindery/contract/api/texts/missing-texts.ts';
import { loadConfig } from '../load-config.ts';
import { formatTexts } from '../plan/format-texts.ts';

/** Returns what is left to do for a new resource, with the texts that it lacks. */
export async function nextSteps(name: string, file: string): Promise<string> {
  const { [name]: resource } = await loadConfig(readFileSync(file, 'utf8'));
  const texts = formatTexts(missingTexts({ [name]: resource! }));
  return [
    'Written to resources.config.ts. What comes next:',
    '',
    '  npm run dev                writes and applies its migration',
    '  npm run migration:create   writes it only',
    '  npm run resource plan      says what else it changes',
    ...(texts.length > 0
      ? [
          '',
          'Until these texts are there, pages show names made readable. This adds them in English, to be translated:',
          '',
          `  npm run resource texts ${name} -- --write`,
          '',
          ...texts,
        ]
      : []),
  ].join('\n');
}
