import { missingTextsOf } from '@bindery/contract/api/texts/locale-files.ts';
import type { AllResources, Resource } from '@bindery/contract/schema/index.ts';
import { readable } from '@bindery/contract/schema/names.ts';

/** Returns lines about the resources whose tables have changed: their lists, and the texts that they lack. */
export function describeChanged(
  resources: AllResources,
  { tables, baseUrl }: { readonly tables: readonly string[]; readonly baseUrl: string },
): string {
  const changed = Object.values(resources).filter(({ table }) => tables.includes(table));
  return changed
    .flatMap((resource) => [
      `${resource.title ?? readable(resource.name)}: ${baseUrl}/manager/${resource.name}`,
      ...missing(resource),
      '',
    ])
    .map((line) => (line === '' ? '\n' : `  ${line}\n`))
    .join('');
}

function missing(resource: Resource): string[] {
  const lacking = missingTextsOf(resource)
    .filter(({ keys }) => keys.length > 0)
    .map(({ language, keys }) => `${language} ${keys.length}`);
  if (lacking.length === 0) return [];
  return [
    `Missing texts: ${lacking.join(', ')}. To add them in English, and translate them there:`,
    `  npm run bindery texts ${resource.name} -- --write`,
  ];
}
