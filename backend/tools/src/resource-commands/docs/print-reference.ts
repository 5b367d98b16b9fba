import { unknownName } from '@bindery/contract/schema/error.ts';
import { CommandError } from '../command.ts';
import { formatParts } from './format-reference.ts';
import { type ReferencePart, readReference } from './reference.ts';

/**
 * Returns the reference for a terminal: all of it, or the parts and options with these names.
 *
 * @throws CommandError for a name that is neither, with the one that was probably meant.
 */
export function printReference(
  names: readonly string[],
  parts: readonly ReferencePart[] = readReference(),
): string {
  return formatParts(names.length === 0 ? parts : names.flatMap((name) => partsNamed(name, parts)));
}

/** An option is shown in each part that has it; a part as a whole. */
function partsNamed(name: string, parts: readonly ReferencePart[]): ReferencePart[] {
  const found = parts.flatMap((part): ReferencePart[] => {
    if (part.name === name) return [part];
    const options = part.options.filter((option) => option.name === name);
    return options.length > 0 ? [{ ...part, text: '', options }] : [];
  });
  if (found.length > 0) return found;
  const known = [
    ...new Set(parts.flatMap((part) => [part.name, ...part.options.map((option) => option.name)])),
  ];
  throw new CommandError(`${JSON.stringify(name)} ${unknownName(name, known)}`);
}
