import { type Compilable, type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';

/**
 * A piece of SQL with its parameters. It can be used wherever Kysely takes an expression. Both `key` and
 * `parameters` come from the same template as the SQL, so that a statement can be cached by the keys of its
 * parts and run with their parameters.
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

/** Template tag: an interpolated value becomes a parameter, unless it is a fragment itself. */
export const fragment = (strings: TemplateStringsArray, ...parts: readonly unknown[]): SqlFragment =>
  SqlFragment.of(strings, parts);

/** Returns the SQL text of a column such as `record.title`, quoted. */
export const quoted = (name: string): string => `"${name.replaceAll('.', '"."')}"`;

/** Returns a column such as `record.title`, quoted. */
export const column = (name: string): SqlFragment => new SqlFragment([quoted(name)], []);

/** Returns a whole number as a literal. */
export const literal = (value: number): SqlFragment => new SqlFragment([String(Math.trunc(value))], []);

/** Joins fragments or values with a text such as ` or `. */
export const join = (parts: readonly unknown[], separator = ', '): SqlFragment =>
  SqlFragment.of(['', ...parts.slice(1).map(() => separator), ''], parts);

/**
 * Returns ids for the right side of `=`. A single id is not a list: PostgreSQL plans a list for any
 * number of ids, and may therefore plan it again for each execution.
 */
export const oneOf = (ids: readonly string[]): RawBuilder<string> =>
  ids.length === 1 ? sql<string>`${ids[0]}::uuid` : sql<string>`any(${ids}::uuid[])`;

/** Compiled SQL with its parameters in order. */
export interface CompiledStatement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** The number of cached texts, oldest removed first: callers' filters and sorts are unbounded in number. */
const MAX_TEXTS = 300;

/** Caches the SQL of statements that differ only in parameters: building it costs more than reading a row. */
export class StatementCache {
  readonly #texts = new Map<string, string>();

  /**
   * Returns a statement with these parameters, compiled only if its key is new.
   * @throws Error if Kysely finds other parameters, or in another order: key and statement would not match.
   */
  compile(
    { key, parameters }: { readonly key: string; readonly parameters: readonly unknown[] },
    build: () => Compilable,
  ): CompiledStatement {
    const known = this.#texts.get(key);
    if (known !== undefined) return { sql: known, parameters };
    const compiled = build().compile();
    const isSame =
      compiled.parameters.length === parameters.length &&
      compiled.parameters.every((value, index) => Object.is(value, parameters[index]));
    if (!isSame) throw new Error(`The parameters of this statement are not those given: ${compiled.sql}`);
    const [oldest] = this.#texts.keys();
    if (this.#texts.size >= MAX_TEXTS && oldest !== undefined) this.#texts.delete(oldest);
    this.#texts.set(key, compiled.sql);
    return { sql: compiled.sql, parameters };
  }
}
