import { wrap } from '../wrap.ts';
import type { EntryOption } from './read-interface.ts';
import type { ReferencePart } from './reference.ts';

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Returns the example of an option; that of a boolean, which turns something on, needs none stated. */
const exampleOf = ({ name, type, example, ...option }: EntryOption): string | undefined =>
  example ?? (type === 'boolean' ? `${name}: ${option.default === 'true' ? 'false' : 'true'}` : undefined);

/** Formats an option: what it is called, its type, its default, what it does, and an example. */
function formatOption(option: EntryOption, columns: number): string {
  const { name, type, isRequired, text } = option;
  const ending = isRequired
    ? ', required'
    : option.default === undefined
      ? ''
      : `, default \`${option.default}\``;
  const example = exampleOf(option);
  return [
    `- **\`${name}\`**: \`${type}\`${ending}`,
    ...(text ? [wrap(oneLine(text), { first: '  ', columns })] : []),
    ...(example ? [`  Example: \`${oneLine(example)}\``] : []),
  ].join('\n\n');
}

/** Formats parts of the reference as Markdown, which is as readable in a terminal. */
export function formatParts(parts: readonly ReferencePart[], columns?: number): string {
  const firstKind = parts.find(({ isKind }) => isKind);
  return parts
    .map((part) => {
      const heading = `${part.isKind ? '###' : '##'} ${part.isKind ? `\`${part.title}\`` : part.title}`;
      return [
        ...(part === firstKind && parts.length > 1 ? ['## The kinds of fields'] : []),
        heading,
        ...(part.text ? [wrap(oneLine(part.text), columns === undefined ? {} : { columns })] : []),
        ...part.options.map((option) => formatOption(option, columns ?? 80)),
      ].join('\n\n');
    })
    .join('\n\n');
}
