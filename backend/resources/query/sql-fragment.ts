import { type Expression, type SqlBool, sql } from 'kysely';

/**
 * A piece of SQL with its parameters. It can be used wherever Kysely takes an expression. Both `key` and
 * `parameters` come from the one template that is also the SQL, so that a statement can be cached by the keys of
 * its conditions and run with their parameters.
 */
export class SqlFragment implements Expression<SqlBool> {
  /** The SQL around the parameters: one text more than there are parameters. */
  readonly #texts: readonly string[];
  readonly parameters: readonly unknown[];

  constructor(texts: readonly string[], parameters: readonly unknown[]) {
    this.#texts = texts;
    this.parameters = parameters;
  }

  /** The same for all fragments that differ only in their parameters. */
  get key(): string {
    return this.#texts.join('?');
  }

  get expressionType(): SqlBool | undefined {
    return undefined;
  }

  toOperationNode() {
    return sql(Object.assign([...this.#texts], { raw: this.#texts }), ...this.parameters).toOperationNode();
  }

  /** Returns one fragment of the texts and parts of a template: a part that is a fragment becomes its SQL. */
  static of(strings: readonly string[], parts: readonly unknown[]): SqlFragment {
    const texts = [strings[0]!];
    const parameters: unknown[] = [];
    const append = (text: string) => texts.push(texts.pop()! + text);
    for (const [index, part] of parts.entries()) {
      const following = strings[index + 1]!;
      if (part instanceof SqlFragment) {
        const [first, ...others] = part.#texts;
        append(first!);
        texts.push(...others);
        parameters.push(...part.parameters);
        append(following);
      } else {
        parameters.push(part);
        texts.push(following);
      }
    }
    return new SqlFragment(texts, parameters);
  }
}

/** Template tag: what stands between the braces becomes a parameter, unless it is a fragment itself. */
export const fragment = (strings: TemplateStringsArray, ...parts: readonly unknown[]): SqlFragment =>
  SqlFragment.of(strings, parts);

/** Returns a column such as `record.title`, quoted. */
export const column = (name: string): SqlFragment =>
  new SqlFragment(
    [
      name
        .split('.')
        .map((part) => `"${part}"`)
        .join('.'),
    ],
    [],
  );

/** Returns a whole number as a literal. */
export const literal = (value: number): SqlFragment => new SqlFragment([String(Math.trunc(value))], []);

/** Returns fragments or values joined by a text such as ` or `. */
export const join = (parts: readonly unknown[], separator = ', '): SqlFragment =>
  SqlFragment.of(['', ...parts.slice(1).map(() => separator), ''], parts);
