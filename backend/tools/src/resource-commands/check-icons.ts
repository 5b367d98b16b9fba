import { createRequire } from 'node:module';
import { unknownName } from '@bindery/contract/schema/error.ts';
import { type Resource, ResourceConfigError } from '@bindery/contract/schema/index.ts';

const { resolve } = createRequire(import.meta.url);

/** The maximum length of what a message says of an icon: there are more than a thousand. */
const MAX_HINT_LENGTH = 200;

/**
 * Rejects unknown icons. All names are loaded only for an icon that has no file with its name, because that
 * takes a fifth of a second.
 * @throws ResourceConfigError that names each of them.
 */
export async function checkIcons(
  resources: Readonly<Record<string, Pick<Resource, 'name' | 'icon'>>>,
): Promise<void> {
  const doubtful = Object.values(resources).filter(({ icon }) => icon !== undefined && !hasFile(icon));
  if (doubtful.length === 0) return;
  const { icons } = await import('lucide-react');
  const mistakes = doubtful.flatMap(({ name: resource, icon = '' }) => {
    if (Object.hasOwn(icons, icon)) return [];
    const problem = unknownName(icon, Object.keys(icons)).slice(0, MAX_HINT_LENGTH);
    return [{ resource, key: 'icon', value: icon, problem }];
  });
  if (mistakes.length > 0) throw new ResourceConfigError(mistakes);
}

/** Returns whether there is a file such as `book-open` for `BookOpen`. Some icons have other names. */
function hasFile(icon: string): boolean {
  const words = icon.match(/[A-Z][a-z]*|\d+[a-z]*/g);
  if (words?.join('') !== icon) return false;
  try {
    resolve(`lucide-react/icons/${words.join('-').toLowerCase()}`);
    return true;
  } catch {
    return false;
  }
}
