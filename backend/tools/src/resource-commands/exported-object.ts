import { parseAst } from 'vite';

/** A part of a source. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A property of an object in a source. */
interface Property extends Range {
  readonly name: string;
  readonly value: Range & { readonly literal: unknown };
}

/**
 * Returns the object in the default export of a TypeScript source, `export default { … }`, also with
 * `satisfies`, or as the argument of a call.
 * @throws Error with `problem`, if there is none
 */
export function exportedObject(source: string, problem: string): Range & { properties: Property[] } {
  for (const statement of parseAst(source, { lang: 'ts' }).body) {
    if (statement.type !== 'ExportDefaultDeclaration') continue;
    const { declaration } = statement;
    const isTyped = declaration.type === 'TSSatisfiesExpression' || declaration.type === 'TSAsExpression';
    const value = isTyped
      ? declaration.expression
      : declaration.type === 'CallExpression'
        ? declaration.arguments[0]
        : declaration;
    if (value?.type !== 'ObjectExpression') break;
    const properties = value.properties.flatMap((property): Property[] => {
      if (property.type !== 'Property' || property.key.type !== 'Identifier') return [];
      const { start, end } = property.value;
      const literal = property.value.type === 'Literal' ? property.value.value : undefined;
      const { name } = property.key;
      return [{ name, value: { start, end, literal }, start: property.start, end: property.end }];
    });
    return { start: value.start, end: value.end, properties };
  }
  throw new Error(problem);
}
