type Json = Readonly<Record<string, unknown>>;
type Section = 'schemas' | 'responses' | 'parameters' | 'headers';

/** A reference to a component of an OpenAPI document. */
export interface Reference {
  readonly $ref: string;
}

/**
 * The components of an OpenAPI document: equal parts are kept once, under the first name that is free or theirs. The
 * names of two different parts never clash, because those of the second one begin with its scope.
 */
export class SharedParts {
  readonly components: Record<Section, Record<string, unknown>> = {
    schemas: {},
    responses: {},
    parameters: {},
    headers: {},
  };
  readonly #texts = new Map<string, string>();

  /** Takes schemas that have names already. */
  constructor(schemas: Json) {
    for (const [name, schema] of Object.entries(schemas)) this.add('schemas', { name, scope: '' }, schema);
  }

  /** Keeps a part, and returns the reference to it. */
  add(section: Section, { name, scope }: { name: string; scope: string }, part: unknown): Reference {
    const text = JSON.stringify(part);
    const taken = (wanted: string): boolean => (this.#texts.get(`${section} ${wanted}`) ?? text) !== text;
    let free = taken(name) ? `${scope}${section === 'schemas' ? '' : '.'}${name}` : name;
    for (let number = 2; taken(free); number++) free = `${scope}${name}${number}`;
    this.#texts.set(`${section} ${free}`, text);
    this.components[section][free] = part;
    return { $ref: `#/components/${section}/${free}` };
  }
}
