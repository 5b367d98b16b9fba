type Json = Readonly<Record<string, unknown>>;
type Section = 'schemas' | 'responses' | 'parameters' | 'headers';

/** A reference to a component of an OpenAPI document. */
export interface Reference {
  readonly $ref: string;
}

/**
 * The components of an OpenAPI document, by section and name. Equal parts are one component, under the first
 * free name. The names of two different parts never clash, because the name of the second one starts with its
 * scope.
 */
export class Components {
  readonly all: Record<Section, Record<string, unknown>> = {
    schemas: {},
    responses: {},
    parameters: {},
    headers: {},
  };
  readonly #texts = new Map<string, string>();

  /** Starts with named schemas. */
  constructor(schemas: Json) {
    for (const [name, schema] of Object.entries(schemas)) this.add('schemas', { name, scope: '' }, schema);
  }

  /** Adds a part unless an equal one exists, and returns the reference to it. */
  add(section: Section, { name, scope }: { name: string; scope: string }, part: unknown): Reference {
    const text = JSON.stringify(part);
    const taken = (wanted: string): boolean => (this.#texts.get(`${section} ${wanted}`) ?? text) !== text;
    let free = taken(name) ? `${scope}${section === 'schemas' ? '' : '.'}${name}` : name;
    for (let number = 2; taken(free); number++) free = `${scope}${name}${number}`;
    this.#texts.set(`${section} ${free}`, text);
    this.all[section][free] = part;
    return { $ref: `#/components/${section}/${free}` };
  }
}
