import { defaultSources } from '@bindery/contract/schema/dynamic-default.ts';
import { CommandError } from '../command.ts';
import type { EntryOption } from '../docs/read-interface.ts';

/**
 * Converts the value of an option as its type says; without a value a boolean is true. Several texts are separated by +, and
 * a dynamic default has its name: `now`, `currentUser.id`.
 *
 * @throws CommandError for a value of another type, and for an option that is more than a value.
 */
export function parseOption({ name, type }: EntryOption, value: string | undefined): unknown {
  const types = type.split(' | ');
  if (value === undefined) {
    if (types.includes('boolean')) return true;
    throw new CommandError(`The option ${name} needs a value: ${name}=…`);
  }
  const source = defaultSources.find((one) => one === value && types.includes(one));
  if (source) return { from: source };
  for (const one of types) {
    const converted = convert(one, value);
    if (converted !== undefined) return converted;
  }
  const isSimple = types.some((one) => SIMPLE.test(one));
  throw new CommandError(
    isSimple
      ? `The option ${name} must be ${type}, not ${JSON.stringify(value)}.`
      : `The option ${name} is more than a value: write it into the entry afterwards.`,
  );
}

const SIMPLE = /^(boolean|number|'.*')$/;

function convert(type: string, value: string): unknown {
  if (type === 'boolean') return value === 'true' ? true : value === 'false' ? false : undefined;
  if (type === 'number') return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : undefined;
  if (type === 'string' || type === 'value') return value;
  if (type === 'string[]') return value.split('+').map((one) => one.trim());
  return type === `'${value}'` ? value : undefined;
}
