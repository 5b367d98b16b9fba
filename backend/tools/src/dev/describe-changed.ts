import { styleText } from 'node:util';
import { missingTextsOf } from '@bindery/contract/api/texts/locale-files.ts';
import type { AllResources, Resource } from '@bindery/contract/schema/index.ts';
import { readable } from '@bindery/contract/schema/names.ts';

/**
 * Returns lines about the resources whose tables have changed: their lists, and the languages that lack some
 * of their texts, all of which one command adds.
 */
export function describeChanged(
  resources: AllResources,
  { tables, baseUrl }: { readonly tables: readonly string[]; readonly baseUrl: string },
): string {
  const changed = Object.values(resources).filter(({ table }) => tables.includes(table));
  const lists = changed.map(
    ({ title, name }) => `${title ?? readable(name)}: ${styleText('cyan', `${baseUrl}/manager/${name}`)}`,
  );
  return [...lists, ...missing(changed)].map((line) => `  ${line}\n`).join('');
}

function missing(changed: readonly Resource[]): string[] {
  const lacking = changed.flatMap((resource) =>
    missingTextsOf(resource)
      .filter(({ keys }) => keys.length > 0)
      .map(({ language }) => ({ language, name: resource.name })),
  );
  if (lacking.length === 0) return [];
  const languages = new Set(lacking.map(({ language }) => language));
  const names = new Set(lacking.map(({ name }) => name));
  const command = ['npm run bindery texts', ...(names.size === 1 ? names : []), '-- --write'].join(' ');
  return [styleText('dim', `Texts are missing in ${[...languages].join(', ')}: ${command}`)];
}
