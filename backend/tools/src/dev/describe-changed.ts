import { styleText } from 'node:util';
import { missingTextsOf } from '@bindery/contract/api/texts/locale-files.ts';
import type { AllResources, Resource } from '@bindery/contract/schema/index.ts';
import { readable } from '@bindery/contract/schema/names.ts';

/**
 * Returns lines about the resources whose tables have changed: their lists, and the languages that lack some
 * of their texts.
 */
export function describeChanged(
  resources: AllResources,
  { tables, baseUrl }: { readonly tables: readonly string[]; readonly baseUrl: string },
): string {
  const changed = Object.values(resources).filter(({ table }) => tables.includes(table));
  return changed
    .flatMap((resource) => [
      `${resource.title ?? readable(resource.name)}: ${styleText('cyan', `${baseUrl}/manager/${resource.name}`)}`,
      ...missing(resource),
    ])
    .map((line) => `  ${line}\n`)
    .join('');
}

function missing(resource: Resource): string[] {
  const lacking = missingTextsOf(resource)
    .filter(({ keys }) => keys.length > 0)
    .map(({ language }) => language);
  if (lacking.length === 0) return [];
  const command = `npm run bindery texts ${resource.name} -- --write`;
  return [styleText('dim', `Texts are missing in ${lacking.join(', ')}: ${command}`)];
}
