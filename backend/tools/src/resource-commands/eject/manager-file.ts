import { parseAst } from 'vite';
import type { PageName } from './page-names.ts';

const NEW_FILE = `import type { ManagerSlots } from '@bindery/frontend/pages';

export default {
} satisfies ManagerSlots;
`;

/** A property of the object that `manager.ts` exports. */
interface Slot {
  readonly name: string;
  readonly value: unknown;
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the source of `manager.ts` with a module in one of its slots, in place of an existing one.
 * @param source undefined if there is no file yet
 * @throws Error for a file whose default export is not an object
 */
export function withSlot(source: string | undefined, page: PageName, module: string): string {
  const text = source ?? NEW_FILE;
  const { slots, end } = readSlots(text);
  const stated = `${page}: '${module}'`;
  const known = slots.find(({ name }) => name === page);
  if (known) return text.slice(0, known.start) + stated + text.slice(known.end);
  const last = slots.at(-1);
  // After the last property, with or without a trailing comma.
  if (last) return `${text.slice(0, last.end)},\n  ${stated}${text.slice(last.end)}`;
  return `${text.slice(0, end)}  ${stated},\n${text.slice(end)}`;
}

/** Returns the module in a slot of `manager.ts`; undefined if the slot is free. */
export const slotIn = (source: string, page: PageName): unknown =>
  readSlots(source).slots.find(({ name }) => name === page)?.value;

function readSlots(source: string): { slots: Slot[]; end: number } {
  for (const statement of parseAst(source, { lang: 'ts' }).body) {
    if (statement.type !== 'ExportDefaultDeclaration') continue;
    const { declaration } = statement;
    const value =
      declaration.type === 'TSSatisfiesExpression' || declaration.type === 'TSAsExpression'
        ? declaration.expression
        : declaration;
    if (value.type !== 'ObjectExpression') continue;
    const slots = value.properties.flatMap((property) =>
      property.type === 'Property' && property.key.type === 'Identifier'
        ? {
            name: property.key.name,
            value: property.value.type === 'Literal' ? property.value.value : undefined,
            start: property.start,
            end: property.end,
          }
        : [],
    );
    return { slots, end: value.end - 1 };
  }
  throw new Error('its default export is no object: { list: … }');
}
